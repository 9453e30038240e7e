import { TimeoutError } from './with-timeout.ts';

/**
 * Lets a limited number of pieces of work run at once; the others wait, first come, first served. Called with a function it runs
 * that with a permit; `acquire` and `release` are for work that is not one function.
 * @example const limit = createSemaphore(4); await Promise.all(urls.map((url) => limit(() => fetch(url))));
 */
export interface Semaphore {
  <Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Resolves when the caller has a permit, which it must release.
   * @param maxWaitMs rejects with TimeoutError after this time; absent = waits for ever
   * @throws SemaphoreFull when `maxWaiting` others wait already
   */
  acquire(maxWaitMs?: number): Promise<void>;
  /** Gives a permit back; the caller that has waited longest gets it. */
  release(): void;
}

/** The bounds of a semaphore, and the listener for an idle one. */
export interface SemaphoreOptions {
  /** The number of callers that may wait; absent = any number. */
  readonly maxWaiting?: number;
  /** Called whenever the last permit was given back. */
  readonly onIdle?: () => void;
}

/** The largest allowed number of callers waits for a permit. */
export class SemaphoreFull extends Error {
  constructor(maxWaiting: number) {
    super(`${maxWaiting} others are already waiting.`);
    this.name = 'SemaphoreFull';
  }
}

/** @param permits how many pieces of work may run at once */
export function createSemaphore(permits: number, options: SemaphoreOptions = {}): Semaphore {
  const { maxWaiting = Infinity, onIdle = () => {} } = options;
  const waiting = new Set<() => void>();
  let running = 0;

  function acquire(maxWaitMs?: number): Promise<void> {
    if (running < permits) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.size >= maxWaiting) return Promise.reject(new SemaphoreFull(maxWaiting));
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const proceed = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(proceed);
      if (maxWaitMs === undefined) return;
      timer = setTimeout(() => {
        waiting.delete(proceed);
        reject(new TimeoutError('The semaphore', maxWaitMs));
      }, maxWaitMs);
    });
  }

  function release(): void {
    // The permit is passed to the next waiting caller directly, so that a new one cannot overtake it.
    const [next] = waiting;
    if (next !== undefined) {
      waiting.delete(next);
      next();
      return;
    }
    running -= 1;
    if (running === 0) onIdle();
  }

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }

  return Object.assign(run, { acquire, release });
}
