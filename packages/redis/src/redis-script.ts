import { createHash } from 'node:crypto';
import type { RedisSender } from './resilient-redis.ts';

/** A Lua script and the hash by which Redis knows it. */
export interface RedisScript {
  readonly lua: string;
  readonly sha1: string;
}

/** Prepares a Lua script for `runScript`. It must use keys of one hash tag only, because it also runs on Redis Cluster. */
export function defineScript(lua: string): RedisScript {
  return { lua, sha1: createHash('sha1').update(lua).digest('hex') };
}

/** Runs a script by its hash; a Redis that does not know it (restarted, flushed) is sent the text. */
export async function runScript(
  sender: RedisSender,
  script: RedisScript,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  try {
    return await sender.send((redis) => redis.evalsha(script.sha1, keys.length, ...keys, ...args));
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return sender.send((redis) => redis.eval(script.lua, keys.length, ...keys, ...args));
  }
}
