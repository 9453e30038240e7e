import { setTimeout as delay } from 'node:timers/promises';

/** Polls a condition until it is true. Resolves with the milliseconds that took; rejects after `withinMs`. */
export async function until(isSo: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`It was not so within ${withinMs} ms: ${String(isSo)}`);
    // A twentieth of the time so far: what takes seconds is not asked dozens of times in each.
    await delay(Math.min(Math.max(5, waitedMs / 20), 100));
  }
  return performance.now() - startedAt;
}
