import { createSemaphore, type Semaphore } from './semaphore.ts';

/** The semaphore of a key. */
export type KeyedSemaphore = (key: string) => Semaphore;

/**
 * Creates a semaphore for each key, and drops one that nobody uses, so that unused keys take no memory.
 * @param permits of each key
 * @param options.maxWaiting the number of callers that may wait for each key; absent = any number
 * @example const limit = createKeyedSemaphore(1); await limit(repository)(() => store(snapshot));
 */
export function createKeyedSemaphore(
  permits: number,
  options: { readonly maxWaiting?: number } = {},
): KeyedSemaphore {
  const semaphores = new Map<string, Semaphore>();
  const semaphoreOf = (key: string): Semaphore => {
    const known = semaphores.get(key);
    if (known !== undefined) return known;
    const created = createSemaphore(permits, { ...options, onIdle: () => semaphores.delete(key) });
    semaphores.set(key, created);
    return created;
  };
  // Looked up at each call: between two calls the semaphore may have been dropped, and another one made.
  return (key) =>
    Object.assign(<Result>(work: () => Promise<Result>) => semaphoreOf(key)(work), {
      acquire: (maxWaitMs?: number) => semaphoreOf(key).acquire(maxWaitMs),
      release: () => semaphoreOf(key).release(),
    });
}
