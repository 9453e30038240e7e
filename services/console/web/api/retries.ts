import { Problem } from './problem.ts';

const passing: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Whether a read that failed so may succeed later without anybody's doing. */
export const mayPass = (error: unknown): error is Problem =>
  error instanceof Problem && passing.has(error.status);

const maxDelayMs = 30_000;

/** `Retry-After`, or a second; doubled with every failure, up to half a minute. */
export function retryDelayMs({ retryAfter = 1 }: Problem, failures: number): number {
  return Math.min(retryAfter * 1_000 * 2 ** Math.max(failures - 1, 0), maxDelayMs);
}
