import { setTimeout as delay } from 'node:timers/promises';

/** Polls a condition until it is true. Resolves with the milliseconds that took; rejects after `withinMs`. */
export async function until(isSo: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`It was not so within ${withinMs} ms: ${String(isSo)}`);
    await delay(waitedMs < 500 ? 5 : 25); // polls less often when it takes long
  }
  return performance.now() - startedAt;
}
