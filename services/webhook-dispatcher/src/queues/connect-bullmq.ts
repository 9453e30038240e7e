import { Redis } from 'ioredis';

/**
 * A connection as BullMQ wants it, for queues and workers alike: what is asked of it while Redis is away waits until Redis is
 * back. Workers make another of it for themselves, to wait for jobs on.
 */
export function connectBullMq(url: string, onError: (error: Error) => void): Redis {
  const connection = new Redis(url, {
    connectionName: 'webhook-dispatcher:queues',
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
  });
  connection.on('error', onError);
  return connection;
}
