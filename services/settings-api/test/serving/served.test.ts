import { beforeEach, describe, expect, it } from '@jest/globals';
import { everyone, production, readAuditRecords, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

describe('what an environment serves for a feature', () => {
  it('is targeting, defaults and the first overrides', async () => {
    const answer = await web.get(production);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        targeting: {
          enabled: true,
          rules: [
            {
              name: 'Half of Canada',
              enabled: true,
              any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] }],
              serve: {
                split: [
                  { variation: 'off', weight: 50 },
                  { variation: 'one-page', weight: 50 },
                ],
              },
            },
          ],
        },
        defaults: { 'checkout-enabled': 'off', 'checkout-layout': 'off' },
        overrides: { count: 1, items: [{ user_id: 'user-7', variation: 'one-page' }], next_cursor: null },
      },
    });
    expect(answer.etag).toMatch(/^".+"$/);
  });

  it('may be nothing at all', async () => {
    expect((await web.get(staging)).body).toEqual({
      version: expect.any(Number),
      required_by: [],
      targeting: null,
      defaults: { 'checkout-enabled': null, 'checkout-layout': null },
      overrides: { count: 0, items: [], next_cursor: null },
    });
  });

  it('has the version in which evaluators learn of it', async () => {
    const changed = await web.patch(`${staging}/targeting`, { enabled: false });
    const { rows } = await app.pool.query(
      `SELECT version::int FROM environment WHERE slug = 'staging' AND version = $1`,
      [changed.body.version],
    );
    expect(rows).toHaveLength(1);
    expect((await web.get(staging)).body).toEqual({ ...changed.body, required_by: [] });
  });
});

describe('targeting', () => {
  it('is replaced as a whole, and answered as it is stored', async () => {
    const rules = [{ ...everyone, serve: { variation: 'ONE-PAGE', bucket_by: ['email'] } }];
    const changed = await web.put(`${staging}/targeting`, { enabled: true, rules });
    expect(changed.body.targeting).toEqual({
      enabled: true,
      rules: [
        {
          ...everyone,
          id: changed.body.targeting.rules[0].id,
          enabled: true,
          serve: { variation: 'one-page', bucket_by: ['email'] },
        },
      ],
    });
    expect(await readAuditRecords(app)).toMatchObject([
      { action: 'targeting.created', subject: 'web/checkout in staging', before: null },
    ]);
  });

  it('is switched off and on with its rules kept', async () => {
    const before = (await web.get(production)).body.targeting;
    const off = await web.patch(`${production}/targeting`, { enabled: false });
    expect(off.body.targeting).toEqual({ ...before, enabled: false });
    const on = await web.patch(`${production}/targeting`, { enabled: true });
    expect(on.body.targeting).toEqual(before);
  });

  it('can be switched off where there was none', async () => {
    const off = await web.patch(`${staging}/targeting`, { enabled: false });
    expect(off.body.targeting).toEqual({ enabled: false, rules: [] });
  });

  it('may be removed, once or twice', async () => {
    expect((await web.delete(`${production}/targeting`)).status).toBe(204);
    expect((await web.delete(`${production}/targeting`)).status).toBe(204);
    expect((await web.get(production)).body.targeting).toBeNull();
    expect(await readAuditRecords(app)).toHaveLength(1);
  });

  it('that stays the same leaves no record', async () => {
    const { targeting, version } = (await web.get(production)).body;
    expect((await web.put(`${production}/targeting`, targeting)).body.version).toBe(version);
    expect(await readAuditRecords(app)).toEqual([]);
  });

  it('is refused with every problem of a rule, of its shape and of its content', async () => {
    const all_of = [
      { property: 'email', operator: 'resembles', values: ['ada'] },
      { property: 'email', operator: 'matches', values: ['('] },
    ];
    const serve = { variation: 'three-pages' };
    const rules = [
      { any_of: [{ all_of }], schedule: { from: 'May' }, rollout: { percentage: 'half' }, serve },
    ];
    const answer = await web.put(`${production}/targeting`, { enabled: true, rules });
    expect(getPaths(answer).toSorted()).toEqual([
      'rules[0].any_of[0].all_of[0].operator',
      'rules[0].any_of[0].all_of[1].values[0]',
      'rules[0].rollout.percentage',
      'rules[0].schedule.from',
      'rules[0].serve.variation',
    ]);
  });

  it('is refused with every problem and its path', async () => {
    const condition = (rest: object) => ({ any_of: [{ all_of: [rest] }], serve: { variation: 'off' } });
    const rules = [
      { serve: { variation: 'three-pages' } },
      condition({ property: 'segment', operator: 'in_segment', values: ['canada', 'mars'] }),
      condition({ property: 'country', operator: 'gt', values: [1] }),
      condition({ property: 'email', operator: 'matches', values: ['.', '('] }),
      condition({ property: 'ip_address', operator: 'in_cidr', values: ['10.0.0.0/33'] }),
      condition({ property: 'app_version', operator: 'semver_gte', values: ['one'] }),
      condition({ property: 'custom', custom_key: 'since', operator: 'after', values: ['30 February'] }),
      condition({ property: 'custom', operator: 'exists' }),
      {
        serve: {
          split: [
            { variation: 'off', weight: 50.5 },
            { variation: 'nowhere', weight: 49 },
          ],
        },
      },
      { rollout: { percentage: 50, stages: [] }, serve: {} },
      { colour: 'red', any_of: [{ all_of: [] }], serve: { variation: 'off' } },
      {
        schedule: { from: '2026-02-01', to: '2026-01-01' },
        serve: { variation: 'off', bucket_by: ['shoe'] },
      },
    ];
    const answer = await web.put(`${production}/targeting`, { enabled: 'yes', rules });
    expect(getPaths(answer)).toEqual(
      [
        'enabled',
        'rules[0].serve.variation',
        'rules[1].any_of[0].all_of[0].values[1]',
        'rules[2].any_of[0].all_of[0].operator',
        'rules[3].any_of[0].all_of[0].values[1]',
        'rules[4].any_of[0].all_of[0].values[0]',
        'rules[5].any_of[0].all_of[0].values[0]',
        'rules[6].any_of[0].all_of[0].values[0]',
        'rules[7].any_of[0].all_of[0].custom_key',
        'rules[8].serve.split',
        'rules[8].serve.split[1].variation',
        'rules[9].rollout.stages',
        'rules[9].serve',
        'rules[10].any_of[0].all_of',
        'rules[10].colour',
        'rules[11].schedule.to',
        'rules[11].serve.bucket_by[0]',
      ].toSorted(),
    );
    expect(await readAuditRecords(app)).toEqual([]);
  });

  it('needs both of its members', async () => {
    expect(getPaths(await web.put(`${production}/targeting`, {}))).toEqual(['enabled', 'rules']);
  });
});

describe('defaults', () => {
  it('change where they are named and stay where not', async () => {
    const one = await web.put(`${staging}/defaults`, { 'Checkout-Enabled': 'ONE-PAGE' });
    expect(one.body.defaults).toEqual({ 'checkout-enabled': 'one-page', 'checkout-layout': null });
    const other = await web.put(`${staging}/defaults`, { 'checkout-layout': 'off' });
    expect(other.body.defaults).toEqual({ 'checkout-enabled': 'one-page', 'checkout-layout': 'off' });
    const none = await web.put(`${staging}/defaults`, { 'checkout-enabled': null });
    expect(none.body.defaults).toEqual({ 'checkout-enabled': null, 'checkout-layout': 'off' });
    expect((await readAuditRecords(app)).map(({ before, after }) => [before, after])).toEqual([
      [{ 'checkout-enabled': null }, { 'checkout-enabled': 'one-page' }],
      [{ 'checkout-layout': null }, { 'checkout-layout': 'off' }],
      [{ 'checkout-enabled': 'one-page' }, { 'checkout-enabled': null }],
    ]);
  });

  it('are refused with every problem', async () => {
    const wrong = {
      colour: 'off',
      'checkout-layout': 'maybe',
      'CHECKOUT-layout': 'off',
      'checkout-enabled': 5,
    };
    expect(getPaths(await web.put(`${staging}/defaults`, wrong))).toEqual(
      ['CHECKOUT-layout', 'checkout-enabled', 'checkout-layout', 'colour'].toSorted(),
    );
  });
});
