import { clusterOptions, sentinelOptions, type RedisConnection, type RedisTarget } from '@bunting/redis';
import { Cluster, Redis } from 'ioredis';

/** Longer than a worker waits for a job, which is ten seconds at most. */
const silenceMs = 12_000;
const retryStrategy = (attempt: number) => Math.min(50 * attempt, 500);

/**
 * A connection as BullMQ wants it, for queues and workers alike: what is asked of it while Redis is away waits until Redis is
 * back, and a connection over which nothing comes is made anew. Workers make another of it for themselves, to wait for jobs on.
 */
export function connectBullMq(target: RedisTarget, onError: (error: Error) => void): RedisConnection {
  const options = {
    connectionName: 'webhook-dispatcher:queues',
    maxRetriesPerRequest: null,
    socketTimeout: silenceMs,
  };
  if ('clusterNodes' in target) {
    const cluster = new Cluster([...target.clusterNodes], {
      ...clusterOptions(target.login, options),
      clusterRetryStrategy: retryStrategy,
    });
    return cluster.on('error', onError);
  }
  const redis =
    'url' in target
      ? new Redis(target.url, { ...options, retryStrategy })
      : new Redis({ ...options, ...sentinelOptions(target), retryStrategy });
  return redis.on('error', onError);
}
