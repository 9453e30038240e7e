/** The bounds of `backoffMs`, in milliseconds. */
export interface BackoffOptions {
  /** The wait after the first failure. */
  readonly firstMs: number;
  /** No wait is longer, jitter aside. */
  readonly maxMs: number;
  /** Up to this many random milliseconds are added, so that clients do not retry at the same time. */
  readonly jitterMs?: number;
}

/** Milliseconds to wait before the next attempt: `firstMs` after the first failure (`failures` = 1), twice as long after each further one. */
export function backoffMs(failures: number, { firstMs, maxMs, jitterMs = 0 }: BackoffOptions): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs) + Math.random() * jitterMs;
}
