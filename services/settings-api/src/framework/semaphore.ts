/** Lets so many in at a time; the others wait, first come, first served. */
export interface Semaphore {
  /** Rejects with the refusal when too many wait already, or it takes longer. */
  enter(waitMs: number): Promise<void>;
  leave(): void;
}

export interface SemaphoreOptions {
  readonly most: number;
  readonly maxWaiting: number;
  readonly refusal: Error;
  /** Called when the last one has left. */
  readonly onEmpty?: () => void;
}

export function createSemaphore({ most, maxWaiting, refusal, onEmpty }: SemaphoreOptions): Semaphore {
  let inside = 0;
  const waiting = new Set<() => void>();
  return {
    async enter(waitMs) {
      if (inside < most) {
        inside += 1;
        return;
      }
      if (waiting.size >= maxWaiting) throw refusal;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(enterNow);
          reject(refusal);
        }, waitMs);
        const enterNow = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.add(enterNow);
      });
    },
    leave() {
      const [next] = waiting;
      if (next !== undefined) {
        waiting.delete(next);
        next();
        return;
      }
      inside -= 1;
      if (inside === 0) onEmpty?.();
    },
  };
}
