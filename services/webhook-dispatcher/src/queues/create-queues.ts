import { withTimeout } from '@bunting/async';
import { queueNames, queuePrefix, type DueDelivery } from '@bunting/webhooks';
import { Queue } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import type { Retry } from '../dispatch/make-attempt.ts';
import type { FoundDelivery } from '../sweep/find-due.ts';

/** A job carries ids alone. PostgreSQL decides what is sent, where and how often. */
export type JobData = DueDelivery;

export interface DeliveryQueues {
  /** The two queues, for metrics and the dashboard. */
  readonly all: readonly Queue<JobData>[];
  /** Adds deliveries that were announced. Like the next two it rejects when Redis is away or does not answer. */
  addFresh(deliveries: readonly DueDelivery[]): Promise<void>;
  addRetry(retry: Retry): Promise<void>;
  addSwept(deliveries: readonly FoundDelivery[]): Promise<void>;
  close(): Promise<void>;
}

const maxPerCall = 500;
const timeoutMs = 5_000;

function chunksOf<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / maxPerCall);
  return Array.from({ length: count }, (_, n) => items.slice(n * maxPerCall, (n + 1) * maxPerCall));
}

/**
 * Creates one queue for first attempts, and one for retries. The id of a job is its delivery and attempt, so that it exists once
 * however many dispatchers add it. A job is removed when it is done, because BullMQ ignores a new job with the id of an old one.
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

  /** Fails while Redis is away: on BullMQ's connection a command would wait until Redis is back. */
  async function add(queue: Queue<JobData>, jobs: readonly ReturnType<typeof jobOf>[]): Promise<void> {
    if (jobs.length === 0) return;
    if (connection.status !== 'ready') throw new Error('Redis is down.');
    await withTimeout(queue.addBulk([...jobs]), timeoutMs, 'Redis');
  }

  return {
    all: [fresh, retries],
    async addFresh(deliveries) {
      for (const some of chunksOf(deliveries)) {
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
    // With another id: the delivery may have a job that is delayed, or that belongs to a worker which died.
    async addSwept(deliveries) {
      const jobsOf = (some: readonly FoundDelivery[]) =>
        some.map((each) => jobOf(each, `${each.id}-${each.attempt}-swept`));
      for (const some of chunksOf(deliveries)) {
        await add(fresh, jobsOf(some.filter(({ attempt }) => attempt === 1)));
        await add(retries, jobsOf(some.filter(({ attempt }) => attempt > 1)));
      }
    },
    async close() {
      await Promise.all([fresh.close(), retries.close()]);
    },
  };
}
