/** Runs long work in slices, so that the event loop answers requests in between. */
export interface SliceQueue {
  /** Runs the steps in order; resolves after the last one, rejects with what one throws. */
  run(steps: Iterable<unknown>): Promise<void>;
}

/**
 * Jobs alternate step by step, and all together get `budgetMs` of each turn of the event loop. One queue serves everything of its
 * kind in a process.
 */
export function createSliceQueue({ budgetMs }: { budgetMs: number }): SliceQueue {
  const jobs: Job[] = [];

  function runSlice(): void {
    const end = performance.now() + budgetMs;
    do {
      const job = jobs.shift()!;
      if (job.step()) jobs.push(job);
    } while (jobs.length > 0 && performance.now() < end);
    if (jobs.length > 0) setImmediate(runSlice);
  }

  return {
    run(steps) {
      return new Promise((resolve, reject) => {
        const iterator = steps[Symbol.iterator]();
        const step = () => {
          try {
            const isLast = iterator.next().done === true;
            if (isLast) resolve();
            return !isLast;
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
            return false;
          }
        };
        jobs.push({ step });
        if (jobs.length === 1) setImmediate(runSlice);
      });
    },
  };
}

interface Job {
  /** Runs one step; false when there is none left. */
  step(): boolean;
}
