import { Redis } from 'ioredis';
import type { Log } from './log.ts';

const connectTimeoutMs = 1_000;

/**
 * A connection to Redis that fails at once instead of queueing: a command that cannot be sent, or whose connection
 * breaks, is rejected and never sent again. It reconnects for ever, within half a second.
 */
export function createRedis(url: string, options: { name: string; log: Log }): Redis {
  const { name, log } = options;
  const redis = new Redis(url, {
    connectionName: name,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectTimeoutMs,
    disconnectTimeout: 100,
    retryStrategy: (attempt) => Math.min(50 * attempt, 400) + Math.random() * 100,
    // A primary that became a replica: whoever is the primary now stands behind the same address.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });

  // ioredis waits for ever for a server that accepts the connection but never answers its greeting.
  let greeting: NodeJS.Timeout | undefined;
  redis.on('connect', () => {
    clearTimeout(greeting);
    greeting = setTimeout(() => {
      if (redis.status === 'connect') redis.disconnect(true);
    }, connectTimeoutMs).unref();
  });
  redis.on('close', () => clearTimeout(greeting));

  let isAway = false;
  redis.on('error', (error: Error) => {
    if (isAway) return;
    isAway = true;
    log.warn({ connection: name, reason: error.message }, 'Redis cannot be reached');
  });
  redis.on('ready', () => {
    if (isAway) log.info({ connection: name }, 'Redis can be reached again');
    isAway = false;
  });
  return redis;
}

/** Whether the connection was ready within `timeoutMs`. */
export function untilRedisReady(redis: Redis, timeoutMs: number): Promise<boolean> {
  if (redis.status === 'ready') return Promise.resolve(true);
  return new Promise((resolve) => {
    function settle(isReady: boolean) {
      clearTimeout(timer);
      redis.off('ready', onReady);
      resolve(isReady);
    }
    const onReady = () => settle(true);
    const timer = setTimeout(() => settle(false), timeoutMs);
    redis.once('ready', onReady);
  });
}
