import type { Semaphore } from '@bunting/async';

/** A source of permits: a semaphore, or that of one key. */
export type PermitSource = Pick<Semaphore, 'acquire' | 'release'>;

export interface PermitOptions {
  /** The longest time that the caller waits for all permits together. */
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
