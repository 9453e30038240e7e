import { createKeyedSemaphore } from './keyed-semaphore.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';
import { getQuarter, type ShareRefusals } from './shares.ts';

/** A semaphore of which each owner has a share, so that the work of one does not keep the work of others waiting. */
export interface SharedSemaphore {
  /**
   * Runs `work` when the owner and the process have a permit.
   * @throws refusals.share or refusals.total when too many others wait already, or the permit does not come in time
   */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
}

/** The bounds of running and waiting work. */
export interface SharedSemaphoreOptions {
  /** Pieces of work that run at once; Infinity = any number, as long as no owner exceeds its share. */
  readonly permits: number;
  /** The permits of one owner; absent = a quarter of all. */
  readonly share?: number | undefined;
  /** Callers that may wait for their owner's share, and in all for a permit; absent = any number. */
  readonly maxWaiting?: number | { readonly share: number; readonly total: number };
  /** The longest wait in all; absent = for ever. */
  readonly maxWaitMs?: number | undefined;
  readonly refusals: ShareRefusals;
}

/**
 * Creates a shared semaphore. Work waits for a permit of its owner before it joins the queue of the process, so each owner has at most its
 * share in that queue, which is first come, first served.
 */
export function createSharedSemaphore(options: SharedSemaphoreOptions): SharedSemaphore {
  const {
    permits,
    share = getQuarter(permits),
    maxWaitMs = Infinity,
    maxWaiting = Infinity,
    refusals,
  } = options;
  const waiting = typeof maxWaiting === 'number' ? { share: maxWaiting, total: maxWaiting } : maxWaiting;
  const owners = createKeyedSemaphore(share, { maxWaiting: waiting.share });
  const all = createSemaphore(permits, { maxWaiting: waiting.total });

  return {
    async run(owner, work) {
      const deadline = performance.now() + maxWaitMs;
      const acquire = (semaphore: Pick<Semaphore, 'acquire'>, refusal: Error) =>
        semaphore.acquire(maxWaitMs === Infinity ? undefined : deadline - performance.now()).catch(() => {
          throw refusal;
        });
      const own = owners(owner);
      await acquire(own, refusals.share);
      try {
        await acquire(all, refusals.total);
        try {
          return await work();
        } finally {
          all.release();
        }
      } finally {
        own.release();
      }
    },
  };
}
