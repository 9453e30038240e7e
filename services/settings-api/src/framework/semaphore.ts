/** Gives out a limited number of permits; the others wait, first come, first served. */
export interface Semaphore {
  /** Resolves with a permit. Rejects when too many wait already, or when it takes longer than `maxWaitMs`. */
  acquire(maxWaitMs: number): Promise<void>;
  release(): void;
}

export interface SemaphoreOptions {
  readonly maxWaiting: number;
  /** Called when the last permit was given back. */
  readonly onIdle?: () => void;
}

export function createSemaphore(permits: number, { maxWaiting, onIdle }: SemaphoreOptions): Semaphore {
  let acquired = 0;
  const waiting = new Set<() => void>();
  return {
    async acquire(maxWaitMs) {
      if (acquired < permits) {
        acquired += 1;
        return;
      }
      if (waiting.size >= maxWaiting) throw new Error('Too many wait for a permit.');
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(proceed);
          reject(new Error('No permit was given back in time.'));
        }, maxWaitMs);
        const proceed = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.add(proceed);
      });
    },
    release() {
      const [next] = waiting;
      if (next !== undefined) {
        waiting.delete(next);
        next();
        return;
      }
      acquired -= 1;
      if (acquired === 0) onIdle?.();
    },
  };
}
