import { withTimeout } from '@bunting/async';
import { queueNames, queuePrefix } from '@bunting/webhooks';
import { Worker } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import type { JobData } from './create-queues.ts';

export interface Workers {
  /** Accepts no more jobs; resolves when those in progress are done, or after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

/** After this time another process continues the job of one that was killed: before the lease of its delivery ends it could do nothing. */
const lockMs = 15_000;

/**
 * Runs the jobs of both queues. A job waits for its attempt, five seconds at most. Many jobs at a time cost little, and keep slow
 * receivers from delaying the others.
 */
export function startWorkers(options: {
  connection: Redis | Cluster;
  work: (job: JobData) => Promise<void>;
  concurrency: number;
  onError: (error: Error) => void;
}): Workers {
  const { connection, work, concurrency, onError } = options;
  const workers = Object.values(queueNames).map((name) => {
    const worker = new Worker<JobData>(name, ({ data }) => work(data), {
      connection,
      prefix: queuePrefix,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      runRetryDelay: 500,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    worker.on('error', onError);
    return worker;
  });
  return {
    async close(timeoutMs) {
      const closing = Promise.allSettled(workers.map((worker) => worker.close()));
      // Without Redis a worker never closes.
      await withTimeout(closing, timeoutMs, 'BullMQ').catch(() => {});
    },
  };
}
