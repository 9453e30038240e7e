/** A real primary with a replica and three sentinels: when the primary dies, the replica takes over. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRedisSentinels, until, type TestRedisSentinels } from '@bunting/testing';
import { createRedisSubscriber, type RedisTarget } from '@bunting/redis';
import {
  organisation,
  outcomes,
  silentLog,
  startServers,
  storedUsers,
  countOutcomes,
  users,
  type Servers,
} from './governed.ts';

let redis: TestRedisSentinels;
let target: RedisTarget;
let servers: Servers;
beforeAll(async () => {
  redis = await startTestRedisSentinels();
  const login = { username: undefined, password: undefined, isTls: false };
  const { sentinels, masterName } = redis;
  target = { sentinels, masterName, sentinelPassword: undefined, login };
  servers = await startServers({ redis: target });
});
afterAll(async () => {
  await servers.close();
  await redis.stop();
});

describe('with sentinels, when the primary is killed', () => {
  it('governance decides without Redis, finds the new primary, and counts the users that it admitted; messages are received again', async () => {
    const shop = organisation({ mauCap: 5 });
    const governance = await servers.open();
    const received: string[] = [];
    const subscriber = createRedisSubscriber(target, { name: 'test', log: silentLog });
    subscriber.on('message', (_channel, message) => received.push(message));
    subscriber.on('ready', () => void subscriber.subscribe('channel').catch(() => {}));
    const publish = () => servers.redis.publish('channel', 'message').catch(() => 0);
    await until(async () => (await publish(), received.length > 0));
    expect(countOutcomes(await outcomes(governance, shop, users(1, 4)))).toEqual({ admitted: 4 });
    await until(async () => (await storedUsers(servers, shop)) === 4);
    const before = await redis.primary();

    await redis.killPrimary();
    await until(() => !governance.stats().isRedisUsable);
    expect(countOutcomes(await outcomes(governance, shop, users(5, 8)))).toEqual({ admitted: 4 });

    await until(() => governance.stats().isRedisUsable);
    // Governance asks any sentinel, and this test the first one, which may learn of the new primary later.
    await until(async () => (await redis.primary()).port !== before.port);
    await until(() => governance.stats().unsyncedUsers === 0);
    expect(await outcomes(governance, shop, users(9, 9))).toEqual(['monthly_active_users_exceeded']);
    await until(async () => (await storedUsers(servers, shop)) === 8);
    received.length = 0;
    await until(async () => (await publish(), received.length > 0));
    subscriber.disconnect();
  });
});
