import { queueNames, queuePrefix, type DueDelivery } from '@bunting/webhooks';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Retry } from '../dispatch/dispatcher.ts';
import type { FoundDelivery } from '../sweep/find-due.ts';

/** All that a job carries: ids. What is sent, where and how often is PostgreSQL's to say. */
export type JobData = DueDelivery;

export interface DeliveryQueues {
  /** The two queues themselves, for those who look at them. */
  readonly all: readonly Queue<JobData>[];
  /** Deliveries that were announced. These three reject when Redis is away. */
  addFresh(deliveries: readonly DueDelivery[]): Promise<void>;
  addRetry(retry: Retry): Promise<void>;
  addSwept(deliveries: readonly FoundDelivery[]): Promise<void>;
  close(): Promise<void>;
}

const mostPerCall = 500;

function inParts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / mostPerCall);
  return Array.from({ length: count }, (_, n) => items.slice(n * mostPerCall, (n + 1) * mostPerCall));
}

/**
 * First attempts and retries. A job's id is its delivery and attempt, so that it is there once however many dispatchers add
 * it; it goes when it is done, since one that stayed would swallow the next with its id.
 */
export function createQueues(redis: Redis, onError: (error: Error) => void): DeliveryQueues {
  const [fresh, retries] = [queueNames.fresh, queueNames.retries].map((name) => {
    const queue = new Queue<JobData>(name, {
      connection: redis,
      prefix: queuePrefix,
      skipWaitingForReady: true,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
      streams: { events: { maxLen: 100 } }, // nobody listens
    });
    queue.on('error', onError);
    return queue;
  }) as [Queue<JobData>, Queue<JobData>];

  const jobOf = ({ id, endpointId }: DueDelivery, jobId: string, delay = 0) => ({
    name: 'attempt',
    data: { id, endpointId },
    opts: { jobId, delay },
  });

  return {
    all: [fresh, retries],
    async addFresh(deliveries) {
      for (const some of inParts(deliveries)) {
        await fresh.addBulk(some.map((each) => jobOf(each, `${each.id}-1`)));
      }
    },
    async addRetry({ attempt, dueInMs, ...delivery }) {
      const job = jobOf(delivery, `${delivery.id}-${attempt}`, Math.max(0, Math.ceil(dueInMs)));
      await retries.add(job.name, job.data, job.opts);
    },
    // An id of its own: what the sweep found may have a job that is still delayed, or that died with its worker.
    async addSwept(deliveries) {
      const jobsOf = (some: readonly FoundDelivery[]) =>
        some.map((each) => jobOf(each, `${each.id}-${each.attempt}-swept`));
      for (const some of inParts(deliveries)) {
        await fresh.addBulk(jobsOf(some.filter(({ attempt }) => attempt === 1)));
        await retries.addBulk(jobsOf(some.filter(({ attempt }) => attempt > 1)));
      }
    },
    async close() {
      await Promise.all([fresh.close(), retries.close()]);
    },
  };
}
