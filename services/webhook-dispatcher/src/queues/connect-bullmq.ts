import {
  clusterOptions,
  reconnectDelayMs,
  sentinelOptions,
  type RedisConnection,
  type RedisTarget,
} from '@bunting/redis';
import { Cluster, Redis } from 'ioredis';

/** Longer than a worker waits for a job, which is ten seconds at most. */
const socketTimeoutMs = 12_000;

/**
 * Connects with the options that BullMQ requires, for queues and workers: commands wait while Redis is down, and a connection
 * that receives nothing is replaced. Each worker duplicates it to wait for jobs.
 */
export function connectBullMq(target: RedisTarget, onError: (error: Error) => void): RedisConnection {
  const options = {
    connectionName: 'webhook-dispatcher:queues',
    maxRetriesPerRequest: null,
    socketTimeout: socketTimeoutMs,
  };
  if ('clusterNodes' in target) {
    const cluster = new Cluster([...target.clusterNodes], {
      ...clusterOptions(target.login, options),
      clusterRetryStrategy: reconnectDelayMs,
    });
    return cluster.on('error', onError);
  }
  const redis =
    'url' in target
      ? new Redis(target.url, { ...options, retryStrategy: reconnectDelayMs })
      : new Redis({ ...options, ...sentinelOptions(target), retryStrategy: reconnectDelayMs });
  return redis.on('error', onError);
}
