import { afterEach, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { announce } from '../src/publish/announce.ts';
import { createDatafileStore } from '../src/store/datafile-store.ts';
import { tombstones } from '../src/publish/tombstones.ts';
import { until } from '@bunting/testing';
import { trimBatch } from '@bunting/retention';
import { createCircuit } from '@bunting/async';
import { withCommandTimeout } from '@bunting/redis';
import { copyEnvironment } from '../src/redis-copy/copy-environment.ts';
import { createPostgresFragments } from '../src/fragments/postgres-fragments.ts';
import { createRedisCopy } from '../src/redis-copy/redis-copy.ts';
import { connectRedis, evaluateToValue } from './evaluator.ts';
import { useInstallation } from './installation.ts';

const installation = useInstallation();
const hourMs = 60 * 60 * 1000;

/** Deletes the feature, and its tombstone as if a day had passed. */
async function removeForGood(): Promise<void> {
  const { pool, pair } = installation;
  await pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [pair.id]);
  await installation.write({ features: [pair.id] });
  await pool.query(
    `UPDATE datafile_fragment SET written_at = now() - interval '25 hours' WHERE document IS NULL`,
  );
  expect(await trimBatch(pool, tombstones, 10)).toBe(1);
}

/** Pages to read; nobody reads these features. */
async function writeManyFragments(): Promise<void> {
  const { pool, production } = installation;
  await pool.query(
    `WITH next AS (UPDATE environment SET version = version + 1 WHERE id = $1 RETURNING version)
     INSERT INTO datafile_fragment (environment_id, kind, entity_id, version, document)
     SELECT $1, 'feature', id, next.version, json_build_object('id', id, 'slug', 'f' || n, 'status', 'live', 'salt', 's',
       'variables', json_build_array(), 'variations', json_build_array(), 'targeting', null, 'overrides', json_build_object())
     FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 250) AS n) AS made, next`,
    [production.id],
  );
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts an evaluator that is suspended for more than a day while it reads so many pages. */
function startSleeper({ pages }: { pages: number }) {
  const { databaseUrl, redisUrl } = installation.urls;
  const pool = createPool(databaseUrl);
  const [redis, subscriber] = [connectRedis(redisUrl), connectRedis(redisUrl)];
  let asleepMs = 0;
  let read = 0;
  const query = pool.query.bind(pool) as (config: { text: string }) => Promise<unknown>;
  pool.query = (async (config: { text: string }) => {
    if (config.text.includes('LEFT JOIN LATERAL') && read++ === pages) {
      await removeForGood();
      asleepMs = 25 * hourMs;
    }
    return query(config);
  }) as typeof pool.query;
  const extents: string[] = [];
  const store = createDatafileStore({
    pool,
    redis,
    subscriber,
    now: () => Date.now() + asleepMs,
    pollIntervalMs: 100,
    timeoutMs: 20_000,
    log: { info: () => {}, warn: () => {} },
    onReload: ({ extent }) => extents.push(extent),
  });
  closing.push(async () => {
    store.close();
    redis.disconnect();
    subscriber.disconnect();
    await pool.end();
  });
  return { store, extents };
}

describe('an evaluator that was suspended until tombstones were removed', () => {
  it('between the pages of a change reads everything again', async () => {
    const { store, extents } = startSleeper({ pages: 2 });
    const environment = (await store.find(installation.production.key))?.environment;
    expect(evaluateToValue(environment, 'left')).toBe('a');
    await writeManyFragments();
    await until(() => extents.length === 2);
    expect(extents).toEqual(['whole', 'whole']);
    expect(evaluateToValue(environment, 'left')).toBeNull();
  });

  it('between the pages of a whole environment reads everything again', async () => {
    await writeManyFragments();
    const { store } = startSleeper({ pages: 1 });
    const environment = (await store.find(installation.production.key))?.environment;
    await until(() => evaluateToValue(environment, 'left') !== 'a');
    expect(evaluateToValue(environment, 'left')).toBeNull();
  });
});

it('a copy in Redis whose writer was suspended until tombstones were removed is written again', async () => {
  const { pool, redis, production, pair } = installation;
  let asleepMs = 0;
  const now = () => Date.now() + asleepMs;
  const circuit = createCircuit({ name: 'PostgreSQL', timeoutMs: 20_000, openMs: 0, now });
  const postgres = createPostgresFragments({ pool, circuit, now });
  const sender = withCommandTimeout(redis, 20_000);
  const copy = createRedisCopy(sender);
  const slow = {
    ...copy,
    async readState(id: string) {
      const state = await copy.readState(id);
      await removeForGood();
      return state;
    },
  };
  const sleepy: typeof postgres = {
    ...postgres,
    async *readPages(...asked) {
      asleepMs = 25 * hourMs;
      yield* postgres.readPages(...asked);
    },
  };
  const fields = () => redis.hkeys(`bunting:{env:${production.id}}:datafile`);
  await announce({ redis, pool }, await installation.write({ environments: [production.id] }));
  expect(await fields()).toContain(`feature:${pair.id}`);
  await copyEnvironment({ sender, copy: slow, postgres: sleepy, now }, production.id);
  expect(await fields()).not.toContain(`feature:${pair.id}`);
});
