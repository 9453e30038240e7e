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
  tally,
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
  it('governance goes on alone, finds the new one, and counts whom it admitted meanwhile; messages come again', async () => {
    const shop = organisation({ mauCap: 5 });
    const governance = await servers.open();
    const heard: string[] = [];
    const subscriber = createRedisSubscriber(target, { name: 'test', log: silentLog });
    subscriber.on('message', (_channel, message) => heard.push(message));
    subscriber.on('ready', () => void subscriber.subscribe('news').catch(() => {}));
    const tell = () => servers.redis.publish('news', 'told').catch(() => 0);
    await until(async () => (await tell(), heard.length > 0));
    expect(tally(await outcomes(governance, shop, users(1, 4)))).toEqual({ admitted: 4 });
    await until(async () => (await storedUsers(servers, shop)) === 4);
    const before = await redis.primary();

    await redis.killPrimary();
    await until(() => !governance.stats().isRedisUsable);
    expect(tally(await outcomes(governance, shop, users(5, 8)))).toEqual({ admitted: 4 });

    await until(() => governance.stats().isRedisUsable);
    // Governance asks any sentinel, this test the first one, which may hear of it later.
    await until(async () => (await redis.primary()).port !== before.port);
    await until(() => governance.stats().unsyncedUsers === 0);
    expect(await outcomes(governance, shop, users(9, 9))).toEqual(['monthly_active_users_exceeded']);
    await until(async () => (await storedUsers(servers, shop)) === 8);
    heard.length = 0;
    await until(async () => (await tell(), heard.length > 0));
    subscriber.disconnect();
  });
});
