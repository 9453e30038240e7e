import { clusterOptions, sentinelOptions, type RedisConnection, type RedisTarget } from '@bunting/access';
import { Cluster, Redis } from 'ioredis';

const retryStrategy = (attempt: number) => Math.min(50 * attempt, 500);

/**
 * A connection as BullMQ wants it, for queues and workers alike: what is asked of it while Redis is away waits until Redis is
 * back. Workers make another of it for themselves, to wait for jobs on.
 */
export function connectBullMq(target: RedisTarget, onError: (error: Error) => void): RedisConnection {
  const options = { connectionName: 'webhook-dispatcher:queues', maxRetriesPerRequest: null };
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
