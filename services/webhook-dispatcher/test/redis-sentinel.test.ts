/** Deliveries with queues in a real Redis with a replica and three sentinels. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRedisSentinels, until, type TestRedisSentinels } from '@bunting/testing';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver, type Receiver } from './receiver.ts';

let redis: TestRedisSentinels;
let installation: Installation;
let receiver: Receiver;
const quick = {
  WEBHOOK_RETRY_DELAYS_SECONDS: '1,1',
  WEBHOOK_SWEEP_INTERVAL_SECONDS: '2',
  WEBHOOK_LEASE_SECONDS: '7',
};

beforeAll(async () => {
  redis = await startTestRedisSentinels();
  const { sentinels, masterName } = redis;
  const login = { username: undefined, password: undefined, isTls: false };
  installation = await createInstallation({
    elsewhere: {
      target: { sentinels, masterName, sentinelPassword: undefined, login },
      env: { REDIS_SENTINELS: redis.sentinelsText, REDIS_SENTINEL_MASTER: masterName },
    },
  });
  receiver = await startReceiver((res) => {
    setTimeout(() => res.writeHead(200).end(), 20);
  });
});
afterAll(async () => {
  await receiver.stop();
  await installation.stop();
  await redis.stop();
});

const delivered = async () => (await installation.countByStatus())['delivered'] ?? 0;

describe('webhooks with sentinels', () => {
  it('are all sent although the primary is killed meanwhile, whether they were announced before, during or after that', async () => {
    const dispatchers = await Promise.all([1, 2].map(() => installation.startDispatcher(quick)));
    const endpoints = await Promise.all([1, 2].map(() => installation.addEndpoint(receiver.url)));
    const before = await installation.addDeliveries(endpoints, 300);
    await until(async () => (await delivered()) > 50);
    const primary = await redis.primary();
    await redis.killPrimary();
    expect(await delivered()).toBeLessThan(600);
    const meanwhile = await installation.addDeliveries(endpoints, 25);
    await until(async () => (await delivered()) === 650);
    await until(async () => (await redis.primary()).port !== primary.port);
    for (const dispatcher of dispatchers) {
      await until(async () => {
        const metrics = await (await dispatcher.get('/metrics')).text();
        const connections = metrics.match(/^bunting_redis_connection_up\{.*$/gm)!;
        return connections.every((connection) => connection.endsWith(' 1'));
      });
    }
    const afterwards = await installation.addDeliveries(endpoints, 25);
    await until(async () => (await delivered()) === 700);
    const arrived = receiver.times();
    for (const ids of [before, meanwhile, afterwards]) {
      expect(ids.filter((id) => !arrived.has(id))).toEqual([]);
    }
    expect(await Promise.all(dispatchers.map((each) => each.stop()))).toEqual([0, 0]);
  }, 180_000);
});
