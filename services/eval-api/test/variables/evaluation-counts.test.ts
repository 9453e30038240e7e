import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import request from 'supertest';
import { keys, organisations } from '../organisations.ts';
import { evaluateVariable, evaluateVariables, post } from '../requests.ts';
import { startApp, type RunningApp } from '../running-app.ts';
import { storedCounts, storedSum } from './stored-counts.ts';

const everySecond = { EVALUATION_COUNT_INTERVAL_MS: '1000' };
let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations, env: everySecond, limits: { maxBatchKeys: 5 } });
});
afterAll(() => app.stop());
/** The counts of a test are those that it has waited for. */
afterEach(() => app.pool.query('DELETE FROM evaluation_batch'));

/** Waits until so many evaluations are stored. */
async function counted(sum: number): Promise<Record<string, number>> {
  await until(async () => (await storedSum(app.pool)) >= sum);
  return storedCounts(app.pool);
}
const evaluations = (body: object, key = keys.production) => post(app.server, '/v1/evaluations', body, key);
const flags = (path: string, key = keys.production) =>
  post(app.server, `/ofrep/v1/evaluate/flags${path}`, {}, key);
/** All client variables of production. */
const clientVariables = ['public', 'public-by-address'];

describe('a request that names variables', () => {
  it('is counted by POST /v1/variables/{key}: by variable, variation and reason', async () => {
    const user = (id: string) => ({ user: { id } });
    await evaluateVariable(app.server, 'untargeted', {});
    await evaluateVariable(app.server, 'Untargeted', {});
    await evaluateVariable(app.server, 'checkout-enabled', { user: { email: 'ada@acme.example' } });
    await evaluateVariable(app.server, 'checkout-enabled', user('user-7'));
    await evaluateVariable(app.server, 'checkout-enabled', user('user-8'));
    await evaluateVariable(app.server, 'paused', {});
    await evaluateVariable(app.server, 'finished', {});
    await evaluateVariable(app.server, 'undefaulted', {});
    expect(await counted(8)).toEqual({
      'acme checkout-enabled off no rule named': 1,
      'acme checkout-enabled on override named': 1,
      'acme checkout-enabled on rule named': 1,
      'acme finished on complete named': 1,
      'acme paused off named': 1,
      'acme undefaulted default named': 1,
      'acme untargeted off default named': 2,
    });
  });

  it('is counted by POST /v1/variables: each key once', async () => {
    await evaluateVariables(app.server, { keys: ['untargeted', 'untargeted', 'finished', 'nowhere'] });
    expect(await counted(3)).toEqual({
      'acme finished on complete named': 1,
      'acme nowhere unknown': 1,
      'acme untargeted off default named': 1,
    });
  });

  it('is counted by POST /v1/evaluations with keys, where the answer is 304 too', async () => {
    const { headers } = await evaluations({ keys: ['untargeted'] });
    const again = await evaluations({ keys: ['untargeted'] }).set('If-None-Match', headers['etag']!);
    expect(again.status).toBe(304);
    expect(await counted(2)).toEqual({ 'acme untargeted off default named': 2 });
  });

  it('is counted by the two routes of OFREP', async () => {
    await flags('/untargeted');
    await flags('?keys=untargeted,finished,nowhere');
    expect((await flags('/nowhere')).status).toBe(404);
    expect(await counted(5)).toEqual({
      'acme finished on complete named': 1,
      'acme nowhere unknown': 2,
      'acme untargeted off default named': 2,
    });
  });
});

describe('a key that resolves to nothing', () => {
  /** Returns the stored keys and counts of one kind of key. */
  async function unknownOf(isPublic: 0 | 1): Promise<Record<string, number>> {
    const { rows } = await app.pool.query<{ key: string; count: number }>(
      `SELECT entry->>0 AS key, sum((entry->>1)::bigint)::int AS count
       FROM evaluation_batch, json_array_elements("unknown") AS entry WHERE (entry->>2)::int = $1 GROUP BY 1`,
      [isPublic],
    );
    return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
  }

  it('is counted apart where a client key asks, by each route', async () => {
    for (const [key, name] of [
      [keys.client, 'from-a-page'],
      [keys.production, 'from-a-server'],
    ] as const) {
      await post(app.server, `/v1/variables/${name}`, {}, key);
      await post(app.server, '/v1/variables', { keys: [name] }, key);
      await evaluations({ keys: [name] }, key);
      await flags(`/${name}`, key);
      await flags(`?keys=${name}`, key);
    }
    await counted(10);
    expect(await unknownOf(1)).toEqual({ 'from-a-page': 5 });
    expect(await unknownOf(0)).toEqual({ 'from-a-server': 5 });
  });

  it('of a server is counted by name, however many names a client key has asked for before', async () => {
    for (let batch = 0; batch < 60; batch += 1) {
      const names = Array.from({ length: 5 }, (_, n) => `flood-${batch}-${n}`);
      await post(app.server, '/v1/variables', { keys: names }, keys.client);
    }
    await evaluateVariable(app.server, 'typo', {});
    await counted(301);
    expect(await unknownOf(0)).toEqual({ typo: 1 });
  });
});

describe('a request for everything', () => {
  it('is counted as asked for with all others, by POST /v1/evaluations and OFREP', async () => {
    await evaluations({}, keys.client);
    await flags('', keys.client);
    expect(await counted(4)).toEqual({
      'acme public off default all': 2,
      'acme public-by-address on rule all': 2,
    });
  });

  it('counts every variable that it answers once', async () => {
    const { body } = await evaluations({});
    const names = Object.keys((body as { results: object }).results);
    const counts = await counted(names.length);
    expect([Object.keys(counts).length, new Set(Object.values(counts))]).toEqual([
      names.length,
      new Set([1]),
    ]);
    expect(Object.keys(counts).every((name) => name.endsWith(' all'))).toBe(true);
  });
});

describe('read of POST /v1/evaluations', () => {
  it('counts as named what the application read, with what its user gets', async () => {
    await evaluations(
      {
        user: { email: 'ada@acme.example' },
        keys: ['untargeted'],
        read: { 'Checkout-Enabled': 7, untargeted: 2 },
      },
      keys.production,
    );
    expect(await counted(10)).toEqual({
      'acme checkout-enabled on rule named': 7,
      'acme untargeted off default named': 3,
    });
  });

  it('ignores keys that resolve to nothing, and to client keys variables that they do not get', async () => {
    const read = { nowhere: 5, untargeted: 5, archived: 5, 'public-archived': 5, public: 3, __proto__: 1 };
    await evaluations({ keys: ['public'], read }, keys.client);
    expect(await counted(4)).toEqual({ 'acme public off default named': 4 });
  });

  it('takes a million of a key, and counts nothing for zero', async () => {
    await evaluations({ keys: [], read: { untargeted: Number.MAX_SAFE_INTEGER, finished: 0 } });
    expect(await counted(1_000_000)).toEqual({ 'acme untargeted off default named': 1_000_000 });
  });
});

describe('keys that resolve to nothing', () => {
  it('are counted by key in lower case, those of archived and deleted features included', async () => {
    for (const key of ['Nowhere', 'nowhere', 'archived', 'deleted', 'a%20b', 'x'.repeat(101)]) {
      await evaluateVariable(app.server, key);
    }
    expect(await counted(6)).toEqual({
      'acme (other) unknown': 2,
      'acme archived unknown': 1,
      'acme deleted unknown': 1,
      'acme nowhere unknown': 2,
    });
  });

  it('are those of variables that a client key does not get, too', async () => {
    await evaluateVariables(app.server, { keys: ['untargeted', ...clientVariables] }, keys.client);
    expect(await counted(3)).toMatchObject({
      'acme untargeted unknown': 1,
      'acme public off default named': 1,
    });
  });
});

describe('not counted', () => {
  it('is what governance refuses, and what is no request', async () => {
    const refused = [
      await evaluateVariable(app.server, 'untargeted', {}, keys.suspended),
      await evaluateVariables(app.server, { keys: ['a', 'b', 'c', 'd', 'e', 'f'] }),
      await evaluations({ keys: [], read: { untargeted: 'often' } }),
      await evaluateVariable(app.server, 'untargeted', '{'),
      await evaluateVariable(app.server, 'untargeted', {}, undefined),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 400, 400, 400, 200]);
    expect(await counted(1)).toEqual({ 'acme untargeted off default named': 1 });
  });
});

it('evaluations_total is the sum of the counts', async () => {
  const read = async (reason: string) => {
    const { text } = await request(app.server).get('/metrics');
    return Number(new RegExp(`evaluations_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  };
  const before = [await read('feature_complete'), await read('variable_not_found')];
  await evaluateVariables(app.server, { keys: ['finished', 'nowhere', 'no where'] });
  expect([await read('feature_complete'), await read('variable_not_found')]).toEqual([
    before[0]! + 1,
    before[1]! + 2,
  ]);
  expect(await counted(3)).toEqual({
    'acme (other) unknown': 1,
    'acme finished on complete named': 1,
    'acme nowhere unknown': 1,
  });
});
