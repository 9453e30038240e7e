import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readMetric, until } from '@bunting/testing';
import request from 'supertest';
import { keys } from './organisations.ts';
import { toCount, toEvent, ingest, tellUsage, toUsage } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
let few: RunningApp;
beforeAll(async () => {
  [app, few] = await Promise.all([
    startApp({ env: { EVALUATION_COUNT_INTERVAL_MS: '1000' } }),
    startApp({ limits: { ratePerMinute: 3, bytesPerMinute: 100_000 }, maxBodyBytes: 60_000 }),
  ]);
});
afterAll(() => Promise.all([app.stop(), few.stop()]));

const usersOf = (...ids: readonly string[]) => ids.map((id) => ({ id }));
/** Reports usage and returns the answer about users. */
const tell = async (parts: object, key?: string) => {
  const { status, body } = await tellUsage(app.server, toUsage(parts), key);
  return [status, (body as { monthly_active_users?: object }).monthly_active_users ?? body] as const;
};
const sampleOf = async (reason: string) => {
  const { text } = await request(app.server).get('/metrics');
  return readMetric(text, `bunting_evaluations_total{reason="${reason}"}`) || 0; // NaN = none yet
};
/** Returns by how much each count of evaluations grows with a request. */
const counted = async (evaluations: readonly object[], reason = 'default_variation') => {
  const before = await sampleOf(reason);
  expect((await tell({ evaluations }))[0]).toBe(202);
  return (await sampleOf(reason)) - before;
};

describe('POST /v1/usage', () => {
  it('answers how many users the month has, and of how many', async () => {
    const { status, text, headers } = await tellUsage(
      app.server,
      toUsage({ users: usersOf('one'), anonymous: true, evaluations: [toCount()] }),
      keys.datafileOfFewRequests,
    );
    expect([status, text]).toEqual([
      202,
      '{"monthly_active_users":{"used":2,"cap":1000000,"exceeded":false}}',
    ]);
    expect(headers['content-type']).toBe('application/json');
  });

  it('takes a usage without users and evaluations, and members that are null', async () => {
    const { from, until: end } = toUsage() as { from: string; until: string };
    expect((await tellUsage(app.server, { from, until: end })).status).toBe(202);
    const unset = { users: null, anonymous: null, evaluations: null };
    expect((await tell(unset))[0]).toBe(202);
  });
});

describe('users', () => {
  const users = [{ id: 'a' }, { email: 'B@acme.example' }, { email: 'b@ACME.example' }, { id: 7 }];

  it('are counted like evaluated ones, and above the cap', async () => {
    expect(await tell({ users, anonymous: true }, keys.datafileOfTwoUsers)).toEqual([
      202,
      { used: 4, cap: 2, exceeded: true },
    ]);
  });

  it('that are told again are not counted again', async () => {
    expect(await tell({ users, anonymous: true }, keys.datafileOfTwoUsers)).toEqual([
      202,
      { used: 4, cap: 2, exceeded: true },
    ]);
  });

  it('that were told are known where the cap refuses others', async () => {
    const by = async (user: object) =>
      (await ingest(app.server, [toEvent({ variable: 'public', user })], keys.twoUsers)).status;
    expect([await by({ id: '7' }), await by({ email: 'b@acme.example' }), await by({})]).toEqual([
      202, 202, 202,
    ]);
    expect(await by({ id: 'new' })).toBe(403);
  });

  it('of an Enterprise plan have no cap', async () => {
    expect(await tell({ users: usersOf('a') })).toEqual([202, expect.objectContaining({ cap: null })]);
  });

  it('reach PostgreSQL', async () => {
    const stored = async () => {
      const { rows } = await app.pool.query<{ count: number }>(
        `SELECT count(*)::int FROM monthly_active_user JOIN organisation ON organisation.id = organisation_id
          WHERE slug = 'two-users'`,
      );
      return rows[0]!.count;
    };
    await until(async () => (await stored()) >= 4);
    expect(await stored()).toBe(4);
  });

  it('differ by U+0000 and halves of surrogate pairs', async () => {
    const odd = [
      { id: 'a\0b' },
      { id: 'a\uD800b' },
      { id: 'a\uDFFFb' },
      { id: 'a\uFFFDb' },
      { email: 'A\uD800@b' },
    ];
    const [, before] = await tell({}, keys.datafileOfTwoUsers);
    const [, after] = await tell({ users: odd }, keys.datafileOfTwoUsers);
    expect((after as { used: number }).used - (before as { used: number }).used).toBe(odd.length);
  });
});

describe('evaluations', () => {
  it('are counted by reason', async () => {
    const evaluations = [toCount({ count: 3 }), toCount({ variation: 'off', count: 4 }), toCount()];
    expect(await counted(evaluations)).toBe(8);
    expect(await counted([toCount({ reason: 'targeting_disabled', variation: null, count: 5 })])).toBe(0);
    expect(await sampleOf('targeting_disabled')).toBe(5);
  });

  it('are counted again when a request is repeated', async () => {
    const usage = toUsage({ evaluations: [toCount({ reason: 'feature_complete', count: 2 })] });
    await tellUsage(app.server, usage);
    await tellUsage(app.server, usage);
    expect(await sampleOf('feature_complete')).toBe(4);
  });

  it.each([
    ['a variable in another case', { variable: 'CHECKOUT-enabled' }],
    ['a variable of an archived feature', { variable: 'archived' }],
    ['a variable without a variation', { variation: null }],
    ['a variable whose variation is left out', { variation: undefined }],
  ])('of %s are counted', async (_, parts) => {
    expect(await counted([toCount({ ...parts, count: 9 })])).toBe(9);
  });

  it.each([
    ['an unknown variable', { variable: 'nobody-has-this' }],
    ['a variable of another project', { variable: 'gates' }],
    ['a deleted variable', { variable: 'deleted' }],
    ['__proto__', { variable: '__proto__' }],
    ['an unknown variation', { variation: 'none' }],
  ])('of %s are dropped, and the others counted', async (_, parts) => {
    expect(await counted([toCount({ ...parts, count: 9 }), toCount()])).toBe(1);
  });

  it('are stored as named, by variable, variation and reason; what was not found by key', async () => {
    const { rows: found } = await app.pool.query<{ id: string; on: string }>(
      `SELECT variable.id, variation.id AS "on" FROM variable JOIN variation USING (feature_id)
        WHERE variable.slug = 'checkout-enabled' AND variation.slug = 'on'`,
    );
    const [{ id, on }] = found as [{ id: string; on: string }];
    await app.pool.query('DELETE FROM evaluation_batch');
    const complete = { reason: 'self_targeting_override' };
    await tell({
      evaluations: [
        toCount({ ...complete, count: 3 }),
        toCount({ ...complete, variation: null, count: 4 }),
        toCount({ ...complete, count: 0 }),
        toCount({ variable: 'archived', variation: null, reason: 'variable_not_found', count: 5 }),
      ],
    });
    const stored = async () => {
      const { rows } = await app.pool.query<{ cell: string }>(
        `SELECT cell::text FROM evaluation_batch, json_array_elements(cells) AS cell WHERE (cell->>2)::int = 1
          UNION ALL SELECT entry::text FROM evaluation_batch, json_array_elements("unknown") AS entry`,
      );
      return rows.map(({ cell }) => JSON.parse(cell) as unknown);
    };
    await until(async () => (await stored()).length >= 3);
    expect(new Set(await stored())).toEqual(
      new Set([
        [id, on, 1, 0, 3],
        [id, null, 1, 0, 4],
        ['archived', 5, 0],
      ]),
    );
  });

  it('of a refused request are not counted', async () => {
    const before = await sampleOf('default_variation');
    const evaluations = [toCount({ count: 7 })];
    expect((await tell({ evaluations }, keys.datafileOfSuspended))[0]).toBe(403);
    expect((await tell({ evaluations: [...evaluations, toCount({ count: -1 })] }))[0]).toBe(400);
    expect(await sampleOf('default_variation')).toBe(before);
  });
});

describe('keys', () => {
  const kindInsufficient = [
    403,
    '{"error":"This kind of key isn\'t allowed to do this.","code":"key_kind_insufficient"}',
  ];
  const unauthorised = [401, '{"error":"Invalid or missing API key."}'];

  it.each([
    ['a server key', keys.production],
    ['a client key', keys.client],
  ])('%s may not, whatever the body is', async (_, key) => {
    for (const body of [toUsage(), '{', 'x'.repeat(3 * 1024 * 1024)]) {
      const { status, text } = await tellUsage(app.server, body, key);
      expect([status, text]).toEqual(kindInsufficient);
    }
  });

  it.each([
    ['is missing', undefined],
    ['is unknown', 'c1a55e00-0000-8da7-8000-00000000ffff'],
    ['is no UUID', 'datafile'],
  ])('answers 401 when the key %s', async (_, key) => {
    const sending = request(app.server).post('/v1/usage');
    if (key !== undefined) sending.set('X-API-Key', key);
    const { status, text } = await sending.send('{');
    expect([status, text]).toEqual(unauthorised);
  });

  it('takes none from the query: a client key may not, and the others do not exist there', async () => {
    const inQuery = async (key: string) => {
      const answer = await request(app.server).post(`/v1/usage?key=${key}`).send(toUsage());
      return [answer.status, answer.text];
    };
    expect(await inQuery(keys.client)).toEqual(kindInsufficient);
    expect(await inQuery(keys.datafile)).toEqual(unauthorised);
    expect(await inQuery(keys.production)).toEqual(unauthorised);
  });

  it('a page cannot read the answer: its preflight passes, and a datafile key allows no origin', async () => {
    const preflight = await request(app.server)
      .options('/v1/usage')
      .set({ Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' });
    expect(preflight.status).toBe(204);
    const { headers } = await tellUsage(app.server, toUsage()).set('Origin', 'https://shop.example');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each(['get', 'put', 'patch', 'delete', 'options'] as const)('answers 405 to %s', async (method) => {
    const { status, text, headers } = await request(app.server)[method]('/v1/usage');
    expect([status, text, headers['allow']]).toEqual([405, '{"error":"Method not allowed."}', 'POST']);
  });

  it.each(['/v1/usage/', '/v1/usage/1', '/v1/Usage'])('answers 404 to %s', async (path) => {
    const { status } = await request(app.server).post(path).set('X-API-Key', keys.datafile).send(toUsage());
    expect(status).toBe(404);
  });
});

describe('governance', () => {
  it('refuses suspended organisations, and inactive ones unless they are on the Free plan', async () => {
    expect(await tell({}, keys.datafileOfSuspended)).toEqual([
      403,
      { error: 'The organisation is suspended.', code: 'organisation_suspended' },
    ]);
    expect(await tell({}, keys.datafileOfInactive)).toEqual([
      403,
      { error: 'The organisation has no active subscription.', code: 'organisation_inactive' },
    ]);
    expect((await tell({ users: usersOf('a') }, keys.datafileOfInactiveFree))[1]).toMatchObject({
      used: 1,
      cap: 1_000,
    });
  });

  it('takes a token of the servers’ bucket for each request, not for a refused body', async () => {
    const send = (parts: object = {}) => tellUsage(few.server, toUsage(parts), keys.datafileOfFewRequests);
    for (let n = 0; n < 4; n += 1) expect((await send({ from: 'x' })).status).toBe(400);
    expect([(await send()).status, (await send()).status]).toEqual([202, 202]);
    expect((await ingest(few.server, [], keys.fewRequests)).status).toBe(202);
    const refused = await send({ users: usersOf('never counted') });
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        error: "Too many requests: the organisation's rate limit was exceeded.",
        code: 'rate_limit_exceeded',
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await ingest(few.server, [], keys.clientOfFewRequests)).status).toBe(202);
  });

  it('limits the bytes of bodies, decompressed ones, and their rate', async () => {
    const sized = (bytes: number) => gzipSync(JSON.stringify(toUsage()).padEnd(bytes));
    const send = async (bytes: number) =>
      (await tellUsage(few.server, sized(bytes)).set('Content-Encoding', 'gzip')).status;
    expect(await send(60_001)).toBe(413);
    expect([await send(60_000), await send(60_000)]).toEqual([202, 429]);
  });

  it('logs neither keys nor users', async () => {
    const before = app.lines.length;
    await tell({ users: usersOf('secret-user'), evaluations: [toCount({ variable: 'secret-variable' })] });
    await tell({ from: 'secret' });
    const logged = app.lines.slice(before);
    expect(logged.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['POST', '/v1/usage', 202],
      ['POST', '/v1/usage', 400],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/secret|c1a55e00/i);
  });
});
