/** Datafiles announced and copied through a real Redis Cluster of three nodes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cluster } from 'ioredis';
import { createPool } from '@bunting/database';
import { createDatafileStore, type DatafileStore } from '@bunting/datafile';
import { startTestRedisCluster, type TestRedisCluster } from '@bunting/local/testing';
import { connectRedis, eventually, valueOf } from './evaluator.ts';
import { useInstallation } from './installation.ts';
import { insertEnvironment, type EnvironmentRows } from './rows.ts';

const installation = useInstallation();
let cluster: TestRedisCluster;
let redis: Cluster;
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  cluster = await startTestRedisCluster();
  redis = new Cluster([...cluster.nodes]);
  // What the installation announces goes to the cluster.
  installation.redis.disconnect();
  installation.redis = redis as never;
}, 60_000);
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
    // Whoever follows must have heard it.
    pollIntervalMs: 60_000,
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
  it('follow a change at once, whichever node one listens to', async () => {
    const { production, urls } = installation;
    const evaluators = [1, 2, 3].map(() => start(urls.databaseUrl));
    const held = await Promise.all(evaluators.map(async (each) => each.find(production.key)));
    // Until every subscriber is there a change may go unheard.
    for (const variation of ['b', 'a', 'b']) {
      await eventually(async () => (await redis.publish('bunting:publications', 'nothing')) >= 0);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await installation.serve(variation);
    }
    await eventually(() => held.every((each) => valueOf(each, 'left') === 'b'), 10_000);
    expect(held.map((each) => valueOf(each, 'right'))).toEqual(['b', 'b', 'b']);
  });

  it('lie there in copies on every node, from which one starts while PostgreSQL is away', async () => {
    const more: EnvironmentRows[] = [];
    for (let n = 0; n < 8; n++) {
      more.push(await insertEnvironment(installation.pool, installation.project.projectId, `stage-${n}`));
    }
    await installation.publish({ environments: more.map(({ id }) => id) });
    await installation.serve('b');
    const masters = redis.nodes('master');
    const counts = await Promise.all(masters.map(async (node) => (await node.keys('*:datafile')).length));
    expect(counts.filter((count) => count > 0)).toHaveLength(3);

    const evaluator = start('postgresql://nobody@127.0.0.1:1/nothing');
    const environments = [installation.production, ...more];
    const held = await Promise.all(environments.map(async ({ key }) => evaluator.find(key)));
    expect(valueOf(held[0], 'left')).toBe('b');
    expect(held.every((each) => each !== undefined)).toBe(true);
  });
});
