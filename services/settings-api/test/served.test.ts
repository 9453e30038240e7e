import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { callsOf, pathsOf } from './client.ts';
import type { Calls } from './client.ts';
import { organisations } from './organisations.ts';
import { signIn, startApp } from './running-app.ts';
import type { RunningApp } from './running-app.ts';

let app: RunningApp;
let web: Calls;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  web = callsOf(app);
});
beforeEach(async () => {
  await applyDocument({ pool: app.pool, redis: app.redis }, { ...organisations, prune: true });
  await app.pool.query('DELETE FROM audit_record');
});
afterAll(() => app.stop());

const production = '/features/checkout/environments/production';
const staging = '/features/checkout/environments/staging';

const everyone = { name: 'Everyone', any_of: [], serve: { variation: 'one-page' } };
const records = async () =>
  (await app.pool.query('SELECT action, subject, before, after FROM audit_record ORDER BY id')).rows;

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
    expect((await web.get(staging)).body).toEqual(changed.body);
  });
});

describe('targeting', () => {
  it('is replaced as a whole, and answered as it is stored', async () => {
    const rules = [{ ...everyone, serve: { variation: 'ONE-PAGE', bucket_by: ['email'] } }];
    const changed = await web.put(`${staging}/targeting`, { enabled: true, rules });
    expect(changed.body.targeting).toEqual({
      enabled: true,
      rules: [{ ...everyone, enabled: true, serve: { variation: 'one-page', bucket_by: ['email'] } }],
    });
    expect(await records()).toMatchObject([
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

  it('may be taken away, once or twice', async () => {
    expect((await web.delete(`${production}/targeting`)).status).toBe(204);
    expect((await web.delete(`${production}/targeting`)).status).toBe(204);
    expect((await web.get(production)).body.targeting).toBeNull();
    expect(await records()).toHaveLength(1);
  });

  it('that stays the same leaves no trace', async () => {
    const { targeting, version } = (await web.get(production)).body;
    expect((await web.put(`${production}/targeting`, targeting)).body.version).toBe(version);
    expect(await records()).toEqual([]);
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
    expect(pathsOf(answer)).toEqual(
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
        'rules[10].any_of[0].all_of',
        'rules[10].colour',
        'rules[11].schedule.to',
        'rules[11].serve.bucket_by[0]',
      ].toSorted(),
    );
    expect(await records()).toEqual([]);
  });

  it('needs both of its members', async () => {
    expect(pathsOf(await web.put(`${production}/targeting`, {}))).toEqual(['enabled', 'rules']);
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
    expect((await records()).map(({ before, after }) => [before, after])).toEqual([
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
    expect(pathsOf(await web.put(`${staging}/defaults`, wrong))).toEqual(
      ['CHECKOUT-layout', 'checkout-enabled', 'checkout-layout', 'colour'].toSorted(),
    );
  });
});

describe('overrides', () => {
  it.each(['user-8', '42', 'a/b c?d#e', 'ünïcödé ☃', '__proto__', '%', '..', 'x'.repeat(500)])(
    'pin a variation for %j and for nobody else',
    async (userId) => {
      const override = `${production}/overrides/${encodeURIComponent(userId).replace(/^\.\.$/, '%2E%2E')}`;
      const pinned = await web.put(override, { variation: 'One-Page' });
      expect(pinned.status).toBe(200);
      expect(pinned.body.overrides.count).toBe(2);
      expect(pinned.body.overrides.items).toContainEqual({ user_id: userId, variation: 'one-page' });
      expect((await web.put(override, { variation: 'off' })).body.overrides.count).toBe(2);
      expect((await web.delete(override)).status).toBe(204);
      expect(await web.delete(override)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await web.get(production)).body.overrides.items).toEqual([
        { user_id: 'user-7', variation: 'one-page' },
      ]);
    },
  );

  it('are recorded as far as they change', async () => {
    await web.put(`${production}/overrides/user-7`, { variation: 'off' });
    await web.delete(`${production}/overrides/user-7`);
    expect(await records()).toEqual([
      {
        action: 'overrides.updated',
        subject: 'web/checkout in production',
        before: { 'user-7': 'one-page' },
        after: { 'user-7': 'off' },
      },
      {
        action: 'overrides.updated',
        subject: 'web/checkout in production',
        before: { 'user-7': 'off' },
        after: { 'user-7': null },
      },
    ]);
  });

  it('are refused for unknown variations and for nobody', async () => {
    expect(pathsOf(await web.put(`${production}/overrides/u`, { variation: 'maybe' }))).toEqual([
      'variation',
    ]);
    expect(
      pathsOf(await web.put(`${production}/overrides/${'x'.repeat(501)}`, { variation: 'off' })),
    ).toEqual(['user_id']);
    expect((await web.put(`${production}/overrides/a%00b`, { variation: 'off' })).status).toBe(404);
  });

  it('are listed page by page, by user.id', async () => {
    for (const userId of ['b', 'a', 'c']) {
      await web.put(`${production}/overrides/${userId}`, { variation: 'off' });
    }
    const first = await web.get(`${production}/overrides?limit=2`);
    expect(first.body.items).toEqual([
      { user_id: 'a', variation: 'off' },
      { user_id: 'b', variation: 'off' },
    ]);
    const second = await web.get(`${production}/overrides?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toEqual({
      items: [
        { user_id: 'c', variation: 'off' },
        { user_id: 'user-7', variation: 'one-page' },
      ],
      next_cursor: null,
    });
  });
});

describe('whoever sends If-Match', () => {
  const writes = [
    [
      'PUT targeting',
      (match: string) =>
        web.put(`${production}/targeting`, { enabled: true, rules: [] }, { 'If-Match': match }),
    ],
    [
      'PATCH targeting',
      (match: string) => web.patch(`${production}/targeting`, { enabled: false }, { 'If-Match': match }),
    ],
    ['DELETE targeting', (match: string) => web.delete(`${production}/targeting`, { 'If-Match': match })],
    [
      'PUT defaults',
      (match: string) =>
        web.put(`${production}/defaults`, { 'checkout-layout': null }, { 'If-Match': match }),
    ],
    [
      'PUT override',
      (match: string) => web.put(`${production}/overrides/u`, { variation: 'off' }, { 'If-Match': match }),
    ],
    [
      'DELETE override',
      (match: string) => web.delete(`${production}/overrides/user-7`, { 'If-Match': match }),
    ],
  ] as const;
  it.each(writes)('gets 412 when somebody else was faster: %s', async (_what, write) => {
    const { etag } = await web.get(production);
    await web.put(`${production}/overrides/somebody-else`, { variation: 'off' });
    expect(await write(etag)).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } });
    const { etag: now } = await web.get(production);
    expect([200, 204]).toContain((await write(now)).status);
  });

  it('may go on with the ETag of the answer', async () => {
    let { etag } = await web.get(production);
    for (const enabled of [false, true, false]) {
      const answer = await web.patch(`${production}/targeting`, { enabled }, { 'If-Match': etag });
      expect(answer.status).toBe(200);
      etag = answer.etag;
    }
  });
});

describe('fifty writers at once', () => {
  it('leave one whole document and a record each', async () => {
    const writers = Array.from({ length: 50 }, (_, index) => ({
      enabled: true,
      rules: [{ ...everyone, name: `writer ${index}` }],
    }));
    const answers = await Promise.all(writers.map((body) => web.put(`${staging}/targeting`, body)));
    expect(answers.map(({ status }) => status)).toEqual(writers.map(() => 200));
    const all = await records();
    expect(all).toHaveLength(50);
    // Each began where the one before had ended.
    for (const [index, record] of all.entries()) expect(record.before).toEqual(all[index - 1]?.after ?? null);
    expect((await web.get(staging)).body.targeting).toEqual(all.at(-1)?.after);
  });

  it('of different parts lose nothing of each other', async () => {
    await Promise.all([
      ...Array.from({ length: 46 }, (_, index) =>
        web.put(`${staging}/overrides/user-${index}`, { variation: 'off' }),
      ),
      web.put(`${staging}/defaults`, { 'checkout-enabled': 'one-page' }),
      web.put(`${staging}/defaults`, { 'checkout-layout': 'off' }),
      web.put(`${staging}/targeting`, { enabled: true, rules: [everyone] }),
      web.patch('/features/checkout', { name: 'Renamed meanwhile' }),
    ]);
    expect((await web.get(staging)).body).toMatchObject({
      targeting: { enabled: true, rules: [{ name: 'Everyone' }] },
      defaults: { 'checkout-enabled': 'one-page', 'checkout-layout': 'off' },
      overrides: { count: 46 },
    });
    expect(await records()).toHaveLength(50);
  });

  it('that all send the ETag they read: one gets through', async () => {
    const { etag } = await web.get(staging);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        web.put(`${staging}/overrides/user-${index}`, { variation: 'off' }, { 'If-Match': etag }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(49);
    expect(await records()).toHaveLength(1);
  });
});

describe('in a protected environment', () => {
  it.each([
    ['viewer', 403, 403],
    ['member', 200, 403],
    ['admin', 200, 200],
    ['owner', 200, 200],
  ])('a %s changes what is served elsewhere: %d, here: %d', async (role, elsewhere, here) => {
    const calls = callsOf(app, await signIn(app, `${role}@acme.example`));
    for (const [environment, status] of [
      [staging, elsewhere],
      [production, here],
    ] as const) {
      expect((await calls.get(environment)).status).toBe(200);
      expect((await calls.put(`${environment}/targeting`, { enabled: true, rules: [] })).status).toBe(status);
      expect((await calls.patch(`${environment}/targeting`, { enabled: false })).status).toBe(status);
      expect((await calls.put(`${environment}/defaults`, {})).status).toBe(status);
      expect((await calls.put(`${environment}/overrides/u`, { variation: 'off' })).status).toBe(status);
    }
  });
});
