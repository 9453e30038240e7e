/** The work took longer than its time-out. It may still run; its result is dropped. */
export class TimeoutError extends Error {
  /** @param name the name of the work, as the subject of a sentence: `PostgreSQL` */
  constructor(name: string, timeoutMs: number) {
    super(`${name} didn't respond within ${timeoutMs} ms.`);
    this.name = 'TimeoutError';
  }
}

/**
 * Resolves or rejects as `work` does, or rejects with TimeoutError after `timeoutMs`. It cannot stop the work: a later
 * result is dropped, and a later rejection is not reported as unhandled.
 * @param name the name of the work, as the subject of a sentence
 * @example await withTimeout(redis.ping(), 1_000, 'Redis')
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  name: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(name, timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
