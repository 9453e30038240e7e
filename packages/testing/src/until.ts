import { setTimeout as delay } from 'node:timers/promises';

/** Waits until it is so; how many milliseconds that took. */
export async function until(isSo: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`It was not so within ${withinMs} ms: ${String(isSo)}`);
    await delay(waitedMs < 500 ? 5 : 25); // what takes long need not be asked for often
  }
  return performance.now() - startedAt;
}
