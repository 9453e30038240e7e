/** Work in slices, so that no turn of the event loop is given to it for longer than the budget. */
export interface SliceQueue {
  /** Takes the steps in order; resolves after the last one, rejects with what one throws. */
  run(steps: Iterable<unknown>): Promise<void>;
}

/**
 * One queue for everything of its kind in a process: jobs take turns, and all together get `budgetMs` per turn of the
 * event loop. Requests are answered in between.
 */
export function createSliceQueue({ budgetMs }: { budgetMs: number }): SliceQueue {
  const jobs: Job[] = [];

  function takeTurn(): void {
    const end = performance.now() + budgetMs;
    do {
      const job = jobs.shift()!;
      if (job.step()) jobs.push(job);
    } while (jobs.length > 0 && performance.now() < end);
    if (jobs.length > 0) setImmediate(takeTurn);
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
        if (jobs.length === 1) setImmediate(takeTurn);
      });
    },
  };
}

interface Job {
  /** Takes one step; false when there is none left. */
  step(): boolean;
}
