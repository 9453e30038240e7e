import { createSemaphore as createPermits } from '@bunting/async';

/** The semaphore of `@bunting/async` for requests: whoever gets no permit in time is answered with `refusal`. */
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

export function createSemaphore({
  most,
  maxWaiting,
  refusal,
  onEmpty = () => {},
}: SemaphoreOptions): Semaphore {
  const permits = createPermits(most, { maxWaiting, onIdle: onEmpty });
  return {
    async enter(waitMs) {
      try {
        await permits.acquire(waitMs);
      } catch {
        throw refusal;
      }
    },
    leave: () => permits.release(),
  };
}
