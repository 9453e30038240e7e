import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestProxy, startTestRedis, until, type TestProxy, type TestRedis } from '@bunting/testing';
import { createRedis, createResilientRedis, RedisUnavailable, untilRedisReady } from '../src/index.ts';

let server: TestRedis;
let proxy: TestProxy;
beforeAll(async () => {
  server = await startTestRedis();
  proxy = await startTestProxy({ port: Number(new URL(server.url).port) });
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

async function open() {
  const messages: string[] = [];
  const log = {
    info: (_: object, text: string) => messages.push(text),
    warn: (_: object, text: string) => messages.push(text),
  };
  const connection = createRedis(`redis://127.0.0.1:${proxy.port}`, { name: 'test', log });
  await until(() => untilRedisReady(connection, 1_000));
  const redis = createResilientRedis({
    redis: connection,
    name: 'test',
    log,
    timeoutMs: { min: 100, max: 300 },
  });
  const close = () => {
    redis.close();
    connection.disconnect();
  };
  return { redis, messages, close };
}

describe('a resilient connection to Redis', () => {
  it('rejects waiting commands when nothing is received, and then all new ones at once, until Redis responds again', async () => {
    const { redis, messages, close } = await open();
    let usable = 0;
    redis.onUsable(() => (usable += 1));
    expect(await redis.send((connection) => connection.ping())).toBe('PONG');

    proxy.setSilent(true);
    const asked = [1, 2, 3].map(() => redis.send((connection) => connection.ping()));
    for (const one of asked) await expect(one).rejects.toThrow(RedisUnavailable);
    expect(redis.isUsable()).toBe(false);
    let wasSent = false;
    await expect(redis.send((connection) => ((wasSent = true), connection.ping()))).rejects.toThrow(
      RedisUnavailable,
    );
    expect(wasSent).toBe(false);

    proxy.setSilent(false);
    await until(() => redis.isUsable());
    expect(usable).toBeGreaterThan(0);
    expect(await redis.send((connection) => connection.ping())).toBe('PONG');
    expect(messages).toContain("Redis isn't responding; pausing requests");
    close();
  });

  it('is still usable when Redis refuses a command, because that is an answer', async () => {
    const { redis, messages, close } = await open();
    await expect(
      redis.send((connection) => connection.hget('text', 'field').then(() => connection.call('NONSENSE'))),
    ).rejects.toThrow('ERR unknown command');
    expect(redis.isUsable()).toBe(true);
    expect(messages).toContain('Redis rejected a command');
    close();
  });

  it('sends nothing after it was closed', async () => {
    const { redis, close } = await open();
    close();
    await expect(redis.send((connection) => connection.ping())).rejects.toThrow(RedisUnavailable);
  });
});
