/** Deliveries with queues in a real Redis Cluster of three nodes, each with a replica. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRedisCluster, until, type TestRedisCluster } from '@bunting/testing';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver, type Receiver } from './receiver.ts';

let cluster: TestRedisCluster;
let installation: Installation;
let receiver: Receiver;
const failedOnce = new Set<string>();
const quick = {
  WEBHOOK_RETRY_DELAYS_SECONDS: '1,1',
  WEBHOOK_SWEEP_INTERVAL_SECONDS: '2',
  WEBHOOK_LEASE_SECONDS: '7',
};

beforeAll(async () => {
  cluster = await startTestRedisCluster({ withReplicas: true });
  const login = { username: undefined, password: undefined, isTls: false };
  installation = await createInstallation({
    elsewhere: {
      target: { clusterNodes: cluster.nodes, login },
      env: { REDIS_CLUSTER_NODES: cluster.nodesText },
    },
  });
  receiver = await startReceiver((res, { id }) => {
    const fails = id.endsWith('0') && !failedOnce.has(id);
    if (fails) failedOnce.add(id);
    res.writeHead(fails ? 503 : 200).end();
  });
});
afterAll(async () => {
  await receiver.stop();
  await installation.stop();
  await cluster.stop();
});

const delivered = async () => (await installation.countByStatus())['delivered'] ?? 0;

describe('webhooks through a Redis Cluster', () => {
  it('are sent, retried and swept, also after the primary of the queues is killed', async () => {
    const dispatchers = await Promise.all([1, 2].map(() => installation.startDispatcher(quick)));
    const endpoints = await Promise.all([1, 2].map(() => installation.addEndpoint(receiver.url)));
    // Both must have subscribed before a message is certain to be received.
    await delay(500);
    const announced = await installation.addDeliveries(endpoints, 100);
    await until(async () => (await delivered()) === 200);
    expect(failedOnce.size).toBeGreaterThan(0);

    const unannounced = await installation.addDeliveries(endpoints, 20, { announced: false });
    await until(async () => (await delivered()) === 240);

    await cluster.killPrimaryOf('{webhooks}');
    const meanwhile = await installation.addDeliveries(endpoints, 50);
    await until(async () => (await delivered()) === 340);
    const afterwards = await installation.addDeliveries(endpoints, 50);
    await until(async () => (await delivered()) === 440);
    expect(await installation.askForTest(endpoints[0]!.id)).toMatchObject({ verdict: 'sent' });
    const arrived = receiver.times();
    for (const ids of [announced, unannounced, meanwhile, afterwards]) {
      expect(ids.filter((id) => !arrived.has(id))).toEqual([]);
    }
    expect(await Promise.all(dispatchers.map((each) => each.stop()))).toEqual([0, 0]);
  }, 180_000);
});
