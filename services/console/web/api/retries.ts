import { ApiError } from './api-error.ts';

const passing: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Returns whether a failed read may succeed later without user action. */
export const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError && passing.has(error.status);

const maxDelayMs = 30_000;

/** Returns the delay of a retry: `Retry-After` or a second, doubled with every failure, at most 30 s. */
export function retryDelayMs({ retryAfter = 1 }: ApiError, failures: number): number {
  return Math.min(retryAfter * 1_000 * 2 ** Math.max(failures - 1, 0), maxDelayMs);
}

/** The number of consecutive failures of each query. */
const failures = new WeakMap<object, number>();

export const countFailure = (query: object): void => void failures.set(query, (failures.get(query) ?? 0) + 1);
export const resetFailures = (query: object): void => void failures.delete(query);

interface Asked<Data> {
  readonly state: { readonly data: Data | undefined; readonly error: Error | null };
}

/** Returns a `refetchInterval`, fixed or computed from the data. Temporary errors are retried with backoff instead; other errors stop it. */
export const every =
  <Data>(ms: number | false | ((data: Data | undefined) => number | false)) =>
  (query: Asked<Data>): number | false => {
    const { data, error } = query.state;
    if (error !== null) return mayPass(error) && retryDelayMs(error, failures.get(query) ?? 1);
    return typeof ms === 'function' ? ms(data) : ms;
  };
