import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { createPool, withTransaction } from '@bunting/database';
import type { LocalRedis } from '@bunting/local';
import { createTestDatabase, startTestRedis, type TestDatabase } from '@bunting/local/testing';
import { announce, defaultPollIntervalMs, writeFragments, type FragmentScope } from '@bunting/datafile';
import { connectRedis, eventually, startEvaluator, valueOf, type TestEvaluator } from './evaluator.ts';
import {
  insertEnvironment,
  insertFeature,
  insertKey,
  insertProject,
  insertRule,
  insertSegment,
  insertTargeting,
  setDefault,
  sha256,
  type EnvironmentRows,
  type FeatureRows,
  type ProjectRows,
} from './rows.ts';

let database: TestDatabase;
let redisServer: LocalRedis;
let pool: pg.Pool;
let redis: Redis;
let project: ProjectRows;
let production: EnvironmentRows;
let feature: FeatureRows;
let evaluators: TestEvaluator[] = [];

const start = (options: { pollIntervalMs?: number } = {}) => {
  const evaluator = startEvaluator({ databaseUrl: database.url, redisUrl: redisServer.url }, options);
  evaluators.push(evaluator);
  return evaluator;
};

/** Changes without telling anybody. */
const write = (scope: FragmentScope) => withTransaction(pool, (client) => writeFragments(client, scope));

async function publish(scope: FragmentScope): Promise<void> {
  await announce({ redis, pool }, await write(scope));
}

/** Lets both variables of the feature be `variation` by default, in one transaction. */
async function serve(variation: string): Promise<void> {
  const publications = await withTransaction(pool, async (client) => {
    await setDefault(client, production.id, feature, 'left', variation);
    await setDefault(client, production.id, feature, 'right', variation);
    return writeFragments(client, { features: [feature.id] });
  });
  await announce({ redis, pool }, publications);
}

beforeAll(async () => {
  [database, redisServer] = await Promise.all([createTestDatabase(), startTestRedis()]);
  pool = createPool(database.url);
  redis = connectRedis(redisServer.url);
});

beforeEach(async () => {
  project = await insertProject(pool);
  production = await insertEnvironment(pool, project.projectId, 'production');
  feature = await insertFeature(pool, project.projectId, 'pair', {
    variables: ['left', 'right'],
    values: { a: { left: '"a"', right: '"a"' }, b: { left: '"b"', right: '"b"' } },
  });
  await setDefault(pool, production.id, feature, 'left', 'a');
  await setDefault(pool, production.id, feature, 'right', 'a');
  await publish({ environments: [production.id] });
});

afterEach(async () => {
  await Promise.all(evaluators.map((evaluator) => evaluator.stop()));
  evaluators = [];
});

afterAll(async () => {
  redis.disconnect();
  await pool.end();
  await redisServer.stop();
  await database.drop();
});

describe('finding an environment', () => {
  it('loads it at the first request and gives it at once ever after', async () => {
    const evaluator = start();
    const environment = await evaluator.find(production.key);
    expect(environment).toMatchObject({
      environmentId: production.id,
      version: 1,
      access: {
        organisation: { id: project.organisationId, status: 'active', plan: 'business', mauCap: 5000 },
        project: { id: project.projectId, slug: 'web' },
        environment: { id: production.id, slug: 'production' },
      },
    });
    expect(valueOf(environment, 'left')).toBe('a');
    expect(evaluator.find(production.key)).toBe(environment);
    expect(evaluator.stats()).toMatchObject({ heldEnvironments: 1 });
    expect(evaluator.reloads).toMatchObject([{ environmentId: production.id, extent: 'whole', source: 'postgres' }]);
  });

  it('takes the key in either case and nothing but a UUID', async () => {
    const evaluator = start();
    const environment = await evaluator.find(production.key.toUpperCase());
    expect(environment?.environmentId).toBe(production.id);
    expect(evaluator.find(production.key.toUpperCase())).toBe(environment);
    const queries = evaluator.queryCount();
    for (const key of ['', 'rpa_x', production.key.slice(1), ` ${production.key}`, production.key.replace('-', '0')]) {
      expect(evaluator.find(key)).toBeUndefined();
    }
    expect(evaluator.queryCount()).toBe(queries);
  });

  it('is one load for all requests that come meanwhile', async () => {
    const evaluator = start();
    const found = await Promise.all(Array.from({ length: 50 }, () => evaluator.find(production.key)));
    expect(new Set(found).size).toBe(1);
    expect(evaluator.reloads).toHaveLength(1);
  });

  it('reads an environment of many pages whole', async () => {
    const environment = await insertEnvironment(pool, project.projectId, 'large');
    await write({ environments: [environment.id] });
    await pool.query(
      `INSERT INTO datafile_fragment (environment_id, kind, entity_id, version, document)
       SELECT $1, 'feature', id, 1 + n % 3, json_build_object('id', id, 'slug', 'f' || n, 'status', 'live', 'salt', 's',
         'variables', json_build_array(json_build_object('id', id, 'slug', 'v' || n, 'default_variation', 'on')),
         'variations', json_build_array(json_build_object('id', id, 'slug', 'on', 'values', json_build_array(n))),
         'targeting', null, 'overrides', json_build_object())
       FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 2000) AS n) AS made`,
      [environment.id],
    );
    const found = await start().find(environment.key);
    for (let n = 1; n <= 2000; n++) expect(valueOf(found, `v${n}`)).toBe(n);
  });
});

describe('unknown keys', () => {
  it('cost few queries at a high rate', async () => {
    const evaluator = start();
    const repeated = Array.from({ length: 100 }, () => randomUUID());
    const found: unknown[] = [];
    for (let round = 0; round < 20; round++) {
      const fresh = Array.from({ length: 100 }, () => randomUUID());
      found.push(...(await Promise.all([...repeated, ...fresh].map((key) => evaluator.find(key)))));
    }
    expect(found).toHaveLength(4_000);
    expect(found.every((environment) => environment === undefined)).toBe(true);
    expect(evaluator.queryCount()).toBeLessThan(50);
  });

  it('work at once when the key was made and announced meanwhile', async () => {
    const evaluator = start({ pollIntervalMs: 60_000 });
    await evaluator.find(production.key);
    const key = randomUUID();
    expect(await evaluator.find(key)).toBeUndefined();
    expect(evaluator.find(key)).toBeUndefined();

    await pool.query(
      `INSERT INTO environment_key (id, environment_id, key_hash, last_four) VALUES ($1, $2, $3, $4)`,
      [randomUUID(), production.id, sha256(key), key.slice(-4)],
    );
    await publish({ access: [production.id] });
    await eventually(async () => (await evaluator.find(key)) !== undefined, 1_000);
  });

  it('work although the announcement is lost, once nobody remembers them as unknown', async () => {
    const evaluator = start({ pollIntervalMs: 60_000 });
    await evaluator.find(production.key);
    const key = await insertKey(pool, production.id);
    await write({ access: [production.id] });
    expect(await evaluator.find(key)).toMatchObject({ environmentId: production.id, version: 2 });
  });
});

describe('a new version', () => {
  it('is served soon after its announcement', async () => {
    const evaluator = start({ pollIntervalMs: 60_000 });
    const environment = await evaluator.find(production.key);
    const delays: number[] = [];
    for (let round = 0; round < 20; round++) {
      const variation = round % 2 ? 'a' : 'b';
      const announced = serve(variation);
      delays.push(await eventually(() => valueOf(environment, 'left') === variation, 2_000));
      await announced;
    }
    // Measured from before the change is written; the bound leaves room for a busy machine.
    expect(delays.toSorted((left, right) => left - right)[18]).toBeLessThan(250);
    expect(evaluator.reloads.slice(1).every((reload) => reload.extent === 'change')).toBe(true);
  });

  it('is picked up by the poll when the message is lost', async () => {
    const evaluator = start({ pollIntervalMs: 50 });
    const environment = await evaluator.find(production.key);
    await setDefault(pool, production.id, feature, 'left', 'b');
    await write({ features: [feature.id] });
    await eventually(() => valueOf(environment, 'left') === 'b', 2_000);
    expect(defaultPollIntervalMs).toBe(3_000);
  });

  it('takes away what was deleted', async () => {
    const evaluator = start({ pollIntervalMs: 60_000 });
    const environment = await evaluator.find(production.key);
    await pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [feature.id]);
    await publish({ features: [feature.id] });
    await eventually(() => valueOf(environment, 'left') === null, 2_000);
  });

  it('is never half visible: two variables and a segment change in one step', async () => {
    const segment = await insertSegment(pool, project.projectId, 'everyone', []);
    const targeted = await insertFeature(pool, project.projectId, 'targeted', {
      variables: ['third'],
      values: { a: { third: '"a"' }, b: { third: '"b"' } },
    });
    await setDefault(pool, production.id, targeted, 'third', 'a');
    const targeting = await insertTargeting(pool, production.id, targeted);
    await insertRule(pool, targeting, {
      position: 0,
      name: 'In the segment',
      any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['everyone'] }] }],
      serve: [{ variation: targeted.variations['b']! }],
    });
    await publish({ environments: [production.id] });
    const evaluator = start({ pollIntervalMs: 60_000 });
    const environment = await evaluator.find(production.key);

    const seen = new Set<string>();
    let isDone = false;
    const reading = (async () => {
      while (!isDone) {
        const values = ['left', 'right', 'third'].map((key) => valueOf(environment, key));
        seen.add(values.join());
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const everyone = '[]';
    const nobody = '[{"all_of":[{"property":"user_id","operator":"is","values":["nobody"]}]}]';
    for (let round = 0; round < 20; round++) {
      const variation = round % 2 ? 'b' : 'a';
      const publications = await withTransaction(pool, async (client) => {
        await setDefault(client, production.id, feature, 'left', variation);
        await setDefault(client, production.id, feature, 'right', variation);
        await client.query('UPDATE segment SET any_of = $2 WHERE id = $1', [
          segment,
          variation === 'b' ? everyone : nobody,
        ]);
        return writeFragments(client, { features: [feature.id], segments: [segment] });
      });
      await announce({ redis, pool }, publications);
      await eventually(() => valueOf(environment, 'third') === variation, 2_000);
    }
    isDone = true;
    await reading;
    // The start, before the first of the versions that change all three together.
    seen.delete('a,a,b');
    expect([...seen].toSorted()).toStrictEqual(['a,a,a', 'b,b,b']);
  });

  it('lower than the one held, after a restored backup, is read whole', async () => {
    const evaluator = start({ pollIntervalMs: 50 });
    await serve('b');
    const environment = await evaluator.find(production.key);
    expect(valueOf(environment, 'left')).toBe('b');
    await pool.query('UPDATE environment SET version = 1 WHERE id = $1', [production.id]);
    await pool.query(
      `UPDATE datafile_fragment SET version = 1, document = replace(document::text, '"default_variation":"b"',
         '"default_variation":"a"')::json
       WHERE environment_id = $1`,
      [production.id],
    );
    await eventually(() => valueOf(environment, 'left') === 'a', 2_000);
    expect(environment?.version).toBe(1);
  });
});

describe('access', () => {
  it('ends with the revocation of the key, and of no other', async () => {
    const evaluator = start({ pollIntervalMs: 60_000 });
    const key = await insertKey(pool, production.id);
    await publish({ access: [production.id] });
    await Promise.all([evaluator.find(key), evaluator.find(production.key)]);
    await pool.query('UPDATE environment_key SET revoked_at = now() WHERE key_hash = $1', [sha256(key)]);
    await publish({ access: [production.id] });
    await eventually(async () => (await evaluator.find(key)) === undefined, 1_000);
    expect(evaluator.find(production.key)).toMatchObject({ environmentId: production.id });
    expect(await redis.exists(`bunting:key:${sha256(key)}`)).toBe(0);
  });

  it('follows the organisation', async () => {
    const evaluator = start({ pollIntervalMs: 60_000 });
    const environment = await evaluator.find(production.key);
    await pool.query(
      `UPDATE organisation SET status = 'suspended', plan = 'free', mau_cap = NULL WHERE id = $1`,
      [project.organisationId],
    );
    await publish({ organisations: [project.organisationId] });
    await eventually(() => environment?.access.organisation.status === 'suspended', 1_000);
    expect(environment?.access.organisation).toMatchObject({ plan: 'free', mauCap: null });
  });

  it('ends when the environment is deleted, announced or not', async () => {
    const announced = start({ pollIntervalMs: 60_000 });
    const polling = start({ pollIntervalMs: 50 });
    await Promise.all([announced.find(production.key), polling.find(production.key)]);
    await pool.query('DELETE FROM environment WHERE id = $1', [production.id]);
    await eventually(async () => (await polling.find(production.key)) === undefined, 2_000);
    await announce({ redis, pool }, [{ environmentId: production.id, version: 0 }]);
    await eventually(async () => (await announced.find(production.key)) === undefined, 1_000);
    expect(announced.stats().heldEnvironments).toBe(0);
    expect(await redis.keys(`*${production.id}*`)).toStrictEqual([]);
    expect(await redis.exists(`bunting:key:${sha256(production.key)}`)).toBe(0);
  });
});
