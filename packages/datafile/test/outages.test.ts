/** PostgreSQL and Redis stopped, silent, emptied: cached environments are served, and missed changes are read afterwards. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { createPool, withTransaction } from '@bunting/database';
import { migrate } from '@bunting/database/migrate';
import type { LocalRedis } from '@bunting/embedded-servers';
import {
  startTestPostgres,
  startTestProxy,
  startTestRedis,
  until,
  type TestPostgres,
  type TestProxy,
} from '@bunting/testing';
import { announce } from '../src/publish/announce.ts';
import { DatafileUnavailable } from '../src/read/datafile-errors.ts';
import { writeFragments } from '../src/publish/write-fragments.ts';
import type { FragmentScope } from '../src/publish/lock-environments.ts';
import { connectRedis, startEvaluator, evaluateToValue, type TestEvaluator } from './evaluator.ts';
import {
  insertEnvironment,
  insertFeature,
  insertProject,
  setDefault,
  type EnvironmentRows,
  type FeatureRows,
} from './rows.ts';

let postgresServer: TestPostgres;
let redisServer: LocalRedis;
let postgresProxy: TestProxy;
let redisProxy: TestProxy;
let pool: pg.Pool;
let redis: Redis;
let production: EnvironmentRows;
let feature: FeatureRows;
let evaluators: TestEvaluator[] = [];

/** Evaluators reach both servers through proxies, this test directly. */
const start = (options: { pollIntervalMs?: number; timeoutMs?: number } = {}) => {
  const databaseUrl = new URL(postgresServer.urlFor('bunting'));
  databaseUrl.port = String(postgresProxy.port);
  const redisUrl = `redis://127.0.0.1:${redisProxy.port}`;
  const evaluator = startEvaluator(
    { databaseUrl: databaseUrl.href, redisUrl },
    { pollIntervalMs: 50, timeoutMs: 300, ...options },
  );
  evaluators.push(evaluator);
  return evaluator;
};

const write = (scope: FragmentScope) => withTransaction(pool, (client) => writeFragments(client, scope));

async function serve(variation: string) {
  await setDefault(pool, production.id, feature, 'colour', variation);
  return write({ features: [feature.id] });
}

const copyKey = () => `bunting:{env:${production.id}}:datafile`;

beforeAll(async () => {
  [postgresServer, redisServer] = await Promise.all([startTestPostgres(), startTestRedis()]);
  pool = createPool(postgresServer.url);
  await pool.query('CREATE DATABASE bunting');
  await pool.end();
  await migrate({ databaseUrl: postgresServer.urlFor('bunting') });
  pool = createPool(postgresServer.urlFor('bunting'));
  redis = connectRedis(redisServer.url);
  postgresProxy = await startTestProxy({ port: Number(new URL(postgresServer.url).port) });
  redisProxy = await startTestProxy(redisServer);
});

beforeEach(async () => {
  const { projectId } = await insertProject(pool);
  production = await insertEnvironment(pool, projectId, 'production');
  feature = await insertFeature(pool, projectId, 'paint', {
    variables: ['colour'],
    values: { red: { colour: '"red"' }, blue: { colour: '"blue"' } },
  });
  await setDefault(pool, production.id, feature, 'colour', 'red');
  await announce({ redis, pool }, await write({ environments: [production.id] }));
});

afterEach(async () => {
  postgresProxy.setSilent(false);
  redisProxy.setSilent(false);
  await Promise.all(evaluators.map((evaluator) => evaluator.stop()));
  evaluators = [];
});

afterAll(async () => {
  await Promise.all([postgresProxy.stop(), redisProxy.stop()]);
  redis.disconnect();
  await pool.end();
  await redisServer.stop();
  await postgresServer.stop();
});

describe('without PostgreSQL', () => {
  it('cached environments are served, a new process serves from Redis, and both catch up when it is back', async () => {
    const old = start();
    await old.find(production.key);
    postgresProxy.setSilent(true);
    await until(() => old.failures.length > 0);
    expect(evaluateToValue(await old.find(production.key), 'colour')).toBe('red');

    const young = start();
    expect(evaluateToValue(await young.find(production.key), 'colour')).toBe('red');
    expect(young.reloads).toMatchObject([{ extent: 'whole', source: 'redis', version: 1 }]);
    expect(young.stats().ageSeconds).toBeGreaterThan(0.2);

    await serve('blue');
    postgresProxy.setSilent(false);
    for (const evaluator of [old, young]) {
      const environment = await evaluator.find(production.key);
      await until(() => evaluateToValue(environment, 'colour') === 'blue');
    }
    await until(() => old.stats().ageSeconds < 0.2);
  });

  it('only one request waits for a time-out', async () => {
    const evaluator = start({ pollIntervalMs: 600_000 });
    postgresProxy.setSilent(true);
    await expect(evaluator.find(randomUUID())).rejects.toThrow(DatafileUnavailable);
    const asked = postgresProxy.received();
    await evaluator.find(production.key);
    expect(postgresProxy.received()).toBe(asked);
  });

  it('a key that Redis does not know is refused as unavailable, because it may exist', async () => {
    const evaluator = start();
    postgresProxy.setSilent(true);
    await expect(evaluator.find(randomUUID())).rejects.toThrow(DatafileUnavailable);
  });

  it('cached environments are served when the server stops, and changes arrive once it runs again', async () => {
    const old = start();
    const environment = await old.find(production.key);
    await postgresServer.shutDown();
    await until(() => old.failures.length > 0);
    expect(evaluateToValue(await old.find(production.key), 'colour')).toBe('red');
    const young = start();
    await young.redisReady();
    expect(evaluateToValue(await young.find(production.key), 'colour')).toBe('red');

    await postgresServer.restart();
    await serve('blue');
    await until(() => evaluateToValue(environment, 'colour') === 'blue');
    expect(old.warnings.length).toBeLessThan(10);
  });
});

describe('without Redis', () => {
  it('environments load, and changes are found by the poll', async () => {
    redisProxy.setSilent(true);
    const evaluator = start();
    const environment = await evaluator.find(production.key);
    await serve('blue');
    await until(() => environment?.version === 2);
    expect(evaluateToValue(environment, 'colour')).toBe('blue');
  });

  it('silent connections are replaced, and messages arrive again', async () => {
    const evaluator = start();
    const environment = await evaluator.find(production.key);
    redisProxy.setSilent(true);
    await until(() => evaluator.warnings.includes('Repairing the copies in Redis failed; retrying'));
    redisProxy.setSilent(false);
    const before = evaluator.messageCount();
    let variation = 'red';
    await until(async () => {
      variation = variation === 'red' ? 'blue' : 'red'; // what is no change is not announced
      await announce({ redis, pool }, await serve(variation));
      return evaluator.messageCount() > before;
    });
    await until(() => evaluateToValue(environment, 'colour') === variation);
    expect(evaluator.messageCount()).toBeGreaterThan(before);
  });

  it('an announcement has a time-out and does not fail', async () => {
    const silent = connectRedis(`redis://127.0.0.1:${redisProxy.port}`);
    await silent.ping();
    redisProxy.setSilent(true);
    const errors: unknown[] = [];
    await announce({ redis: silent, pool, onError: (error) => errors.push(error) }, await serve('blue'));
    expect(errors).toHaveLength(1);
    silent.disconnect();
  });

  it('and without PostgreSQL a process without cached environments fails at once, and loads them when they are back', async () => {
    const evaluator = start();
    postgresProxy.setSilent(true);
    redisProxy.setSilent(true);
    await expect(evaluator.find(production.key)).rejects.toThrow(DatafileUnavailable);
    postgresProxy.setSilent(false);
    redisProxy.setSilent(false);
    await until(async () => {
      const environment = await Promise.resolve(evaluator.find(production.key)).catch(() => undefined);
      return environment !== undefined;
    });
  });
});

describe('the copy in Redis', () => {
  const copiedVersion = async () => Number(await redis.hget(copyKey(), 'version'));

  it('is written again after Redis lost everything, so that evaluators can start from it', async () => {
    const evaluator = start();
    await evaluator.find(production.key);
    await redis.flushall();
    await until(async () => (await copiedVersion()) === 1);
    await until(async () => (await redis.keys('*repair*')).length === 0);
    postgresProxy.setSilent(true);
    expect(evaluateToValue(await start().find(production.key), 'colour')).toBe('red');
  });

  it('catches up with a change that was never announced', async () => {
    await start().find(production.key);
    await serve('blue');
    await until(async () => (await copiedVersion()) === 2);
    expect(await redis.hget(copyKey(), `feature:${feature.id}`)).toContain('"default_variation":"blue"');
  });

  it('never falls back to an older version, whatever the order of announcements', async () => {
    const publications = [];
    for (let round = 0; round < 10; round++) publications.push(await serve(round % 2 ? 'red' : 'blue'));
    await Promise.all(publications.toReversed().map((publication) => announce({ redis, pool }, publication)));
    expect(await copiedVersion()).toBe(11);
    expect(await redis.hget(copyKey(), `feature:${feature.id}`)).toContain('"default_variation":"red"');
  });

  it('loses deleted environments', async () => {
    await pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [feature.id]);
    await announce({ redis, pool }, await write({ features: [feature.id] }));
    expect(await redis.hkeys(copyKey())).not.toContain(`feature:${feature.id}`);
  });

  it('is replaced when the database is restored to an earlier version', async () => {
    await announce({ redis, pool }, await serve('blue'));
    await pool.query('UPDATE environment SET version = 1 WHERE id = $1', [production.id]);
    await pool.query('UPDATE datafile_fragment SET version = 1 WHERE environment_id = $1', [production.id]);
    await announce({ redis, pool }, [{ environmentId: production.id, version: 1 }]);
    expect(await copiedVersion()).toBe(1);
  });

  it('is written again, without what was deleted, when it is older than the tombstones', async () => {
    await redis.hset(copyKey(), `feature:${randomUUID()}`, '{}', 'written_at', Date.now() - 24 * 3_600_000);
    await announce({ redis, pool }, await serve('blue'));
    expect(await redis.hlen(copyKey())).toBe(4);
    expect(await redis.pttl(copyKey())).toBe(-1);
  });
});
