/** Datafiles announced and copied through a real Redis Cluster of three nodes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cluster } from 'ioredis';
import { createPool } from '@bunting/database';
import { announce } from '../src/publish/announce.ts';
import { createDatafileStore, type DatafileStore } from '../src/store/datafile-store.ts';
import type { Publication } from '../src/publish/publication.ts';
import { startTestRedisCluster, until, type TestRedisCluster } from '@bunting/testing';
import { connectRedis, evaluateToValue } from './evaluator.ts';
import { useInstallation } from './installation.ts';
import { insertEnvironment, type EnvironmentRows } from './rows.ts';

const channel = 'bunting:publications';
const installation = useInstallation();
let cluster: TestRedisCluster;
let redis: Cluster;
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  cluster = await startTestRedisCluster();
  redis = new Cluster([...cluster.nodes]);
  // The installation's announcements go to the cluster.
  installation.redis.disconnect();
  installation.redis = redis as never;
});
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  await cluster.stop();
});

function start(databaseUrl: string, log: string[] = []): DatafileStore {
  const pool = createPool(databaseUrl, { connectionTimeoutMillis: 300 });
  const node = cluster.nodes[cleanUps.length % 3]!;
  const subscriber = connectRedis(`redis://127.0.0.1:${node.port}`);
  const store = createDatafileStore({
    pool,
    redis,
    subscriber,
    now: Date.now,
    log: { info: () => {}, warn: (_fields, message) => void log.push(message) },
    // The subscriber must have received it.
    pollIntervalMs: 600_000,
    timeoutMs: 2_000,
  });
  cleanUps.push(async () => {
    store.close();
    subscriber.disconnect();
    await pool.end();
  });
  return store;
}

describe('datafiles through a Redis Cluster', () => {
  it('follow a change at once, on whichever node the subscriber is', async () => {
    const { production, urls } = installation;
    const evaluators = [1, 2, 3].map(() => start(urls.databaseUrl));
    const cached = await Promise.all(
      evaluators.map(async (each) => (await each.find(production.key))?.environment),
    );
    await until(async () => {
      const counts = await Promise.all(redis.nodes('master').map((node) => node.pubsub('NUMSUB', channel)));
      return counts.every((count) => count[1] === 1);
    });
    await installation.serve('b');
    await until(() => cached.every((each) => evaluateToValue(each, 'left') === 'b'));
    expect(cached.map((each) => evaluateToValue(each, 'right'))).toEqual(['b', 'b', 'b']);
  });

  it('have copies on every node, from which an evaluator starts while PostgreSQL is unavailable', async () => {
    const more: EnvironmentRows[] = [];
    for (let n = 0; n < 40; n++) {
      more.push(await insertEnvironment(installation.pool, installation.project.projectId, `stage-${n}`));
    }
    await installation.publish({ environments: more.map(({ id }) => id) });
    await installation.serve('b');
    const environments = [installation.production, ...more];
    // The announcement has a time-out, so on a busy machine it may take another one.
    const published = environments.map(({ id }, n) => ({ environmentId: id, version: n === 0 ? 2 : 1 }));
    await until(async () => {
      const isCopied = async ({ environmentId, version }: Publication) =>
        (await redis.hget(`bunting:{env:${environmentId}}:datafile`, 'version')) === String(version);
      if ((await Promise.all(published.map(isCopied))).every(Boolean)) return true;
      await announce(installation, published);
      return false;
    });
    const masters = redis.nodes('master');
    const counts = await Promise.all(masters.map(async (node) => (await node.keys('*:datafile')).length));
    expect(counts.filter((count) => count > 0)).toHaveLength(3);

    const evaluator = start('postgresql://nobody@127.0.0.1:1/nothing');
    const cached = await Promise.all(
      environments.map(async ({ key }) => (await evaluator.find(key))?.environment),
    );
    expect(evaluateToValue(cached[0], 'left')).toBe('b');
    expect(cached.every((each) => each !== undefined)).toBe(true);
  });
});
