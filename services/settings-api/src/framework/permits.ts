import { createSemaphore, type Semaphore } from '@bunting/async';

/** Where permits come from: a semaphore, or that of one key. */
export type PermitSource = Pick<Semaphore, 'acquire' | 'release'>;

/**
 * A semaphore for each key. An unused one is dropped, so that old keys take no memory.
 * @param permits of each key
 */
export function createKeyedSemaphore(
  permits: number,
  { maxWaiting }: { readonly maxWaiting: number },
): (key: string) => PermitSource {
  const semaphores = new Map<string, Semaphore>();
  const semaphoreOf = (key: string): Semaphore => {
    const known = semaphores.get(key);
    if (known !== undefined) return known;
    const created = createSemaphore(permits, { maxWaiting, onIdle: () => semaphores.delete(key) });
    semaphores.set(key, created);
    return created;
  };
  return (key) => ({
    acquire: (maxWaitMs) => semaphoreOf(key).acquire(maxWaitMs),
    release: () => semaphoreOf(key).release(),
  });
}

export interface PermitOptions {
  /** How long the caller waits for all permits together. */
  readonly maxWaitMs: number;
  /** Thrown when the caller waited as long, or too many others wait already. */
  readonly refusal: Error;
}

/** Runs `work` with one permit of each source, acquired in their order. */
export async function withPermits<Result>(
  sources: readonly PermitSource[],
  { maxWaitMs, refusal }: PermitOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + maxWaitMs;
  const acquired: PermitSource[] = [];
  try {
    for (const source of sources) {
      await source.acquire(deadline - performance.now()).catch(() => {
        throw refusal;
      });
      acquired.push(source);
    }
    return await work();
  } finally {
    for (const source of acquired.toReversed()) source.release();
  }
}
