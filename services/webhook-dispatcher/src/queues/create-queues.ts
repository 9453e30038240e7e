import { withTimeout } from '@bunting/async';
import { queueNames, queuePrefix, type DueDelivery } from '@bunting/webhooks';
import { Queue } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import type { Retry } from '../dispatch/dispatcher.ts';
import type { FoundDelivery } from '../sweep/find-due.ts';

/** All that a job carries: ids. What is sent, where and how often is PostgreSQL's to say. */
export type JobData = DueDelivery;

export interface DeliveryQueues {
  /** The two queues themselves, for those who look at them. */
  readonly all: readonly Queue<JobData>[];
  /** Deliveries that were announced. These three reject when Redis is away or does not answer. */
  addFresh(deliveries: readonly DueDelivery[]): Promise<void>;
  addRetry(retry: Retry): Promise<void>;
  addSwept(deliveries: readonly FoundDelivery[]): Promise<void>;
  close(): Promise<void>;
}

const maxPerCall = 500;
const timeoutMs = 5_000;

function inParts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / maxPerCall);
  return Array.from({ length: count }, (_, n) => items.slice(n * maxPerCall, (n + 1) * maxPerCall));
}

/**
 * First attempts and retries. A job's id is its delivery and attempt, so that it is there once however many dispatchers add
 * it; it goes when it is done, since one that stayed would swallow the next with its id.
 */
export function createQueues(connection: Redis | Cluster, onError: (error: Error) => void): DeliveryQueues {
  const [fresh, retries] = [queueNames.fresh, queueNames.retries].map((name) => {
    const queue = new Queue<JobData>(name, {
      connection,
      prefix: queuePrefix,
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

  /** On BullMQ's connection a command would wait for Redis to come back. */
  async function add(queue: Queue<JobData>, jobs: readonly ReturnType<typeof jobOf>[]): Promise<void> {
    if (jobs.length === 0) return;
    if (connection.status !== 'ready') throw new Error('Redis is away.');
    await withTimeout(queue.addBulk([...jobs]), timeoutMs, 'Redis');
  }

  return {
    all: [fresh, retries],
    async addFresh(deliveries) {
      for (const some of inParts(deliveries)) {
        await add(
          fresh,
          some.map((each) => jobOf(each, `${each.id}-1`)),
        );
      }
    },
    async addRetry({ attempt, dueInMs, ...delivery }) {
      const delay = Math.max(0, Math.ceil(dueInMs));
      await add(retries, [jobOf(delivery, `${delivery.id}-${attempt}`, delay)]);
    },
    // An id of its own: what the sweep found may have a job that is still delayed, or that died with its worker.
    async addSwept(deliveries) {
      const jobsOf = (some: readonly FoundDelivery[]) =>
        some.map((each) => jobOf(each, `${each.id}-${each.attempt}-swept`));
      for (const some of inParts(deliveries)) {
        await add(fresh, jobsOf(some.filter(({ attempt }) => attempt === 1)));
        await add(retries, jobsOf(some.filter(({ attempt }) => attempt > 1)));
      }
    },
    async close() {
      await Promise.all([fresh.close(), retries.close()]);
    },
  };
}
