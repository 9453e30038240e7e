import { beforeEach, describe, expect, it } from '@jest/globals';
import { limits } from '@bunting/evaluator';
import { collidingIntegers } from '@bunting/testing/numbers';
import { everyone, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

const preview = (body: object, env = 'production', as = web) =>
  as.post(`/environments/${env}/preview`, { feature: 'checkout', ...body });
const canadian = (id: string) => ({ id, country: 'CA' });
const users = [
  ...Array.from({ length: 400 }, (_, index) => canadian(`u${index}`)),
  { id: 'f', country: 'FR' },
  null,
];
const inCanada = [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] }];

interface Moved {
  readonly index: number;
  readonly from: string | null;
  readonly to: string | null;
}

describe('a preview', () => {
  it('counts what users get now, and for how many each rule decides, for a viewer too', async () => {
    const viewer = createCalls(app, await signIn(app, 'viewer@acme.example'));
    const { status, body } = await preview({ users }, 'production', viewer);
    expect(status).toBe(200);
    expect(body.users).toBe(402);
    expect(body.before).toEqual(body.after);
    expect(body.before.off + body.before['one-page']).toBe(402);
    // Half of four hundred, within four standard deviations.
    expect(Math.abs(body.before['one-page'] - 200)).toBeLessThan(40);
    const first = Array.from({ length: 20 }, (_, index) => index);
    expect(body.rules).toEqual([{ name: 'Half of Canada', matched: 400, served: 400, matches: first }]);
    expect(body.moved).toEqual([]);
  });

  it('agrees with evaluation about the users who move', async () => {
    const targeting = {
      enabled: true,
      rules: [
        { name: 'All of Canada', any_of: inCanada, serve: { variation: 'one-page' } },
        { ...everyone, name: 'Nobody is left', rollout: { percentage: 0 } },
      ],
    };
    const { body } = await preview({ users, as_if: { targeting } });
    expect(body.after).toEqual({ 'one-page': 400, off: 2 });
    expect(body.rules).toMatchObject([
      { name: 'All of Canada', matched: 400, served: 400 },
      { name: 'Nobody is left', matched: 402, served: 0 },
    ]);
    const moved = body.moved as Moved[];
    expect(moved).toHaveLength(body.before.off - 2);
    expect(new Set(moved.map(({ from, to }) => `${from} → ${to}`))).toEqual(new Set(['off → one-page']));
    for (const { index, from, to } of moved.slice(0, 3)) {
      const ask = { variable: 'checkout-enabled', user: users[index] };
      const now = await web.post('/environments/production/explain', ask);
      const then = await web.post('/environments/production/explain', { ...ask, as_if: { targeting } });
      expect([now.body.result.variation, then.body.result.variation]).toEqual([from, to]);
    }
  });

  it('knows overrides, the off switch, defaults, and who gets nothing', async () => {
    const one = [{ id: 'user-7' }, { id: 'other' }];
    expect((await preview({ users: one })).body.before).toEqual({ 'one-page': 1, off: 1 });
    const off = await preview({ users: one, as_if: { targeting: { enabled: false, rules: [] } } });
    expect(off.body.after).toEqual({ '': 2 });
    const defaults = await preview({ users: one, as_if: { defaults: { 'checkout-enabled': 'one-page' } } });
    expect(defaults.body.after).toEqual({ 'one-page': 2 });
    expect(defaults.body.moved).toEqual([{ index: 1, from: 'off', to: 'one-page' }]);
    const other = {
      users: one,
      variable: 'checkout-layout',
      as_if: { defaults: { 'checkout-enabled': 'one-page' } },
    };
    expect((await preview(other)).body.moved).toEqual([]);
  });

  it('finds segments that nothing names yet', async () => {
    const targeting = {
      enabled: true,
      rules: [{ name: '', any_of: inCanada, serve: { variation: 'one-page' } }],
    };
    const { body } = await preview({ users, as_if: { targeting } }, 'staging');
    expect(body.before).toEqual({ '': 402 });
    expect(body.after).toEqual({ 'one-page': 400, '': 2 });
  });

  it('reads what evaluators read: nobody is in a segment that is too long, and a feature that is too long is refused', async () => {
    const as_if = {
      targeting: {
        enabled: true,
        rules: [{ name: '', any_of: inCanada, serve: { variation: 'one-page' } }],
      },
    };
    const inStaging = `environment_id = (SELECT id FROM environment WHERE slug = 'staging')`;
    const lengthen = (kind: string) =>
      app.pool.query(
        `UPDATE datafile_fragment SET document = json_build_object('long', repeat('x', $2))
         WHERE kind = $1 AND ${inStaging}`,
        [kind, limits.readFragmentLength],
      );
    const { rows: stored } = await app.pool.query<{ entity_id: string; document: unknown }>(
      `SELECT entity_id, document FROM datafile_fragment WHERE kind <> 'access' AND ${inStaging}`,
    );
    try {
      await lengthen('segment');
      expect((await preview({ users, as_if }, 'staging')).body.after).toEqual({ '': 402 });
      await lengthen('feature');
      expect((await preview({ users }, 'staging')).body.after).toEqual({ '': 402 });
      expect(await preview({ users, as_if }, 'staging')).toMatchObject({
        status: 409,
        body: { code: 'limit_reached' },
      });
    } finally {
      for (const { entity_id: id, document } of stored) {
        await app.pool.query(
          `UPDATE datafile_fragment SET document = $2 WHERE entity_id = $1 AND ${inStaging}`,
          [id, JSON.stringify(document)],
        );
      }
    }
  });

  it('stores nothing and counts nobody', async () => {
    const before = await web.get(staging);
    await preview({ users, as_if: { targeting: { enabled: true, rules: [everyone] } } }, 'staging');
    expect(await web.get(staging)).toEqual(before);
    const { rows } = await app.pool.query(
      'SELECT FROM evaluation_batch UNION ALL SELECT FROM monthly_active_user',
    );
    expect(rows).toEqual([]);
  });

  it('is refused where a save would be, with paths, and beyond a thousand users', async () => {
    const rules = [{ name: '', any_of: [], serve: { variation: 'three-pages' } }];
    const as_if = { targeting: { enabled: true, rules }, defaults: { colour: 'off' } };
    expect(getPaths(await preview({ users: [], as_if }))).toEqual([
      'as_if.defaults.colour',
      'as_if.targeting.rules[0].serve.variation',
    ]);
    expect(getPaths(await preview({ users: Array.from({ length: 1_001 }, () => null) }))).toEqual(['users']);
    expect(getPaths(await preview({ users: ['ada'] }))).toEqual(['users[0]']);
    expect(getPaths(await preview({ users: [], feature: 'nothing' }))).toEqual(['feature']);
    expect(getPaths(await preview({ users: [], variable: 'nothing' }))).toEqual(['variable']);
  });

  it('is refused for a user that evaluation would refuse, and for many users of a feature that takes long', async () => {
    const numbers = { custom_data: { list: collidingIntegers(20_000) } };
    const tooLong = await preview({ users: [null, numbers] });
    expect(getPaths(tooLong)).toEqual(['users[1]']);
    const isX = (index: number) => ({
      property: 'custom',
      custom_key: `k${index}`,
      operator: 'is',
      values: ['x'],
    });
    const rules = Array.from({ length: 1_000 }, (_, index) => ({
      name: `${index}`,
      any_of: [{ all_of: [{ ...isX(index), ignore_case: true }, isX(index)] }],
      serve: { variation: 'off' },
    }));
    const as_if = { targeting: { enabled: true, rules } };
    const many = await preview({ users: Array.from({ length: 1_000 }, () => null), as_if });
    expect(getPaths(many)).toEqual(['users']);
    expect(JSON.stringify(many.body)).toContain('because this feature is slow to evaluate');
    expect((await preview({ users: [null], as_if })).status).toBe(200);
  });

  it('counts the first hundred of very many rules', async () => {
    const rules = Array.from({ length: 300 }, (_, index) => ({
      name: `${index}`,
      any_of: [{ all_of: [{ property: 'custom', custom_key: `k${index}`, operator: 'is', values: ['x'] }] }],
      serve: { variation: 'off' },
    }));
    const { body } = await preview({
      users: [{ id: 'ada' }],
      as_if: { targeting: { enabled: true, rules } },
    });
    expect((body.rules as { name: string }[]).map(({ name }) => name)).toEqual(
      Array.from({ length: 100 }, (_, index) => `${index}`),
    );
  });
});

describe('explain with `as_if`', () => {
  it('explains what would be, with the segments that it names', async () => {
    const targeting = {
      enabled: true,
      rules: [{ name: 'CA', any_of: inCanada, serve: { variation: 'one-page' } }],
    };
    const ask = (as_if: object) =>
      web.post('/environments/staging/explain', { variable: 'checkout-enabled', user: canadian('u'), as_if });
    const { body } = await ask({ targeting });
    expect(body).toMatchObject({
      result: { variation: 'one-page', reason: 'targeting_rule_matched' },
      decided_by: { rule: 1 },
      segments: [{ slug: 'canada', exists: true, holds: true }],
    });
    expect((await ask({ defaults: { 'checkout-enabled': 'off' } })).body.result.variation).toBe('off');
    expect(getPaths(await ask({ defaults: { 'checkout-enabled': 'nothing' } }))).toEqual([
      'as_if.defaults.checkout-enabled',
    ]);
  });
});
