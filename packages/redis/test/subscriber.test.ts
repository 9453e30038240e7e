import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestProxy, startTestRedis, until, type TestRedis } from '@bunting/testing';
import { createRedis, createRedisSubscriber, subscribeChannel, untilRedisReady } from '../src/index.ts';

const silent = { name: 'test', log: { info() {}, warn() {} } };
let server: TestRedis;

beforeAll(async () => {
  server = await startTestRedis();
});
afterAll(() => server.stop());

describe('a subscription', () => {
  it('subscribes again at each reconnect, once', async () => {
    const redis = createRedis(server.url, silent);
    const subscriber = createRedisSubscriber(server.url, silent);
    let times = 0;
    subscribeChannel({ subscriber, channel: 'channel', onMessage() {}, onSubscribed: () => (times += 1) });
    await until(() => times === 1);
    subscriber.disconnect(true);
    await until(() => times === 2 && redis.status === 'ready');
    const stats = await redis.info('commandstats');
    for (const connection of [redis, subscriber]) connection.disconnect();
    expect(stats).toContain('cmdstat_subscribe:calls=2,');
  });

  it('receives only the messages of its channel, until it is stopped', async () => {
    const redis = createRedis(server.url, silent);
    const subscriber = createRedisSubscriber(server.url, silent);
    const received: string[] = [];
    const subscribe = (channel: string) =>
      subscribeChannel({
        subscriber,
        channel,
        onMessage: (message) => received.push(`${channel} ${message}`),
      });
    const one = subscribe('one');
    const other = subscribe('other');
    await until(() => untilRedisReady(redis, 1_000));
    await until(async () => (await redis.publish('one', '1')) > 0 && (await redis.publish('other', '1')) > 0);
    await until(() => received.includes('one 1') && received.includes('other 1'));
    one.stop();
    await redis.publish('one', '2');
    await redis.publish('other', '2');
    await until(() => received.includes('other 2'));
    other.stop();
    for (const connection of [redis, subscriber]) connection.disconnect();
    expect(received).not.toContain('one 2');
    expect(received).not.toContain('one other');
  });

  it('receives messages again after its connection has died silently', async () => {
    const proxy = await startTestProxy({ port: Number(new URL(server.url).port) });
    const redis = createRedis(server.url, silent);
    const subscriber = createRedisSubscriber(`redis://127.0.0.1:${proxy.port}`, silent);
    const received: string[] = [];
    const onMessage = (message: string) => received.push(message);
    subscribeChannel({ subscriber, channel: 'proxied', onMessage });
    await until(async () => (await redis.publish('proxied', 'before').catch(() => 0)) > 0);
    proxy.setSilent(true);
    proxy.setSilent(false); // the connection that stands stays dead, a new one works
    await until(async () => {
      await redis.publish('proxied', 'after').catch(() => 0);
      return received.includes('after');
    });
    expect(received.at(-1)).toBe('after');
    for (const connection of [redis, subscriber]) connection.disconnect();
    await proxy.stop();
  });
});
