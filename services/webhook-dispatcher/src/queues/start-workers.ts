import { queueNames, queuePrefix } from '@bunting/webhooks';
import { Worker } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import type { JobData } from './create-queues.ts';

export interface Workers {
  /** Takes no more jobs; resolves when those at work are done, or after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * How long a job of a process that was killed lies before another takes it up: as long as the lease of its delivery, before
 * whose end it could do nothing.
 */
const lockMs = 15_000;

/**
 * Does the jobs of both queues. A job waits for its attempt, five seconds at most; that there are so many at a time costs
 * little, and keeps slow receivers from holding up the others.
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
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
      // Without Redis a worker closes never.
      await Promise.race([Promise.allSettled(workers.map((worker) => worker.close())), late]);
      clearTimeout(timer);
    },
  };
}
