import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestRedis, until, type TestRedis } from '@bunting/testing';
import { createRedis, createRedisSubscriber } from '../src/create-redis.ts';

const silent = { name: 'test', log: { info() {}, warn() {} } };
let server: TestRedis;

beforeAll(async () => {
  server = await startTestRedis();
});
afterAll(() => server.stop());

it('leaves it to whoever listens for ready to subscribe again', async () => {
  const redis = createRedis(server.url, silent);
  const subscriber = createRedisSubscriber(server.url, silent);
  let times = 0;
  subscriber.on('ready', () => void subscriber.subscribe('news').then(() => (times += 1)));
  await until(() => times === 1);
  subscriber.disconnect(true);
  await until(() => times === 2 && redis.status === 'ready');
  const said = await redis.info('commandstats');
  for (const connection of [redis, subscriber]) connection.disconnect();
  expect(said).toContain('cmdstat_subscribe:calls=2,');
});
