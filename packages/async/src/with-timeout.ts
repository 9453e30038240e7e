export class TimedOut extends Error {
  constructor(name: string, timeoutMs: number) {
    super(`${name} did not answer within ${timeoutMs} ms.`);
    this.name = 'TimedOut';
  }
}

/** Settles as `work` does, but rejects with TimedOut when that takes longer than `timeoutMs`; what comes later is dropped. */
export async function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  name: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(name, timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
