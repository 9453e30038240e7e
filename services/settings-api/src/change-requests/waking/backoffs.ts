const retries = [1, 2, 5, 10, 20, 40, 60].map((seconds) => seconds * 1_000);

/** When to try again what failed, by key. */
export interface Backoffs {
  /** Notes a failure. Returns the milliseconds until the next try. */
  fail(key: string): number;
  succeed(key: string): void;
  /** Returns the keys whose next try is to come. */
  getWaiting(): string[];
  /** Returns the keys whose next try is due. */
  getDue(): string[];
  /** Returns the milliseconds until the next try of any key; infinity = nothing failed. */
  getNextMs(): number;
}

/** @param waitsMs the waits after failures one after another; the last one repeats */
export function createBackoffs(waitsMs: readonly number[] = retries): Backoffs {
  const failing = new Map<string, { failures: number; until: number }>();
  const keysWhere = (matches: (until: number) => boolean) =>
    [...failing].flatMap(([key, { until }]) => (matches(until) ? [key] : []));
  return {
    fail(key) {
      const failures = (failing.get(key)?.failures ?? 0) + 1;
      const waitMs = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0;
      failing.set(key, { failures, until: performance.now() + waitMs });
      return waitMs;
    },
    succeed: (key) => void failing.delete(key),
    getWaiting: () => keysWhere((until) => until > performance.now()),
    getDue: () => keysWhere((until) => until <= performance.now()),
    getNextMs() {
      const next = Math.min(...[...failing.values()].map(({ until }) => until));
      return Math.max(0, next - performance.now());
    },
  };
}
