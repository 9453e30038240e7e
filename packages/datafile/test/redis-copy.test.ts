import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import type { LocalRedis } from '@bunting/embedded-servers';
import { startTestRedis } from '@bunting/testing';
import { withCommandTimeout } from '@bunting/redis';
import { copyKey, createRedisCopy } from '../src/redis-copy/redis-copy.ts';
import { connectRedis } from './evaluator.ts';

let server: LocalRedis;
let redis: Redis;
beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** Calls `onPage` after each page. */
async function readCopy(onPage: () => Promise<unknown>): Promise<number> {
  const features = Array.from({ length: 2_000 }, (_, n) => [`feature:${n}`, '{}'] as const);
  await redis.hset(copyKey('one'), { version: '1', written_at: '1', ...Object.fromEntries(features) });
  const sender = withCommandTimeout(redis, 1_000);
  const seen = new Set<string>();
  for await (const { fragments } of createRedisCopy(sender).readPages('one')) {
    for (const fragment of fragments) seen.add(fragment.id);
    await onPage();
  }
  return seen.size;
}

it('an unchanged copy is read whole', async () => {
  expect(await readCopy(() => Promise.resolve())).toBe(2_000);
});

it('a copy that changes while it is read is refused, because it would mix two versions', async () => {
  const change = () => redis.hset(copyKey('one'), 'version', 2);
  await expect(readCopy(change)).rejects.toThrow('changed while it was read');
});
