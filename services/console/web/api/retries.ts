import { ApiError } from './api-error.ts';

const passing: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Whether a read that failed so may succeed later without anybody's doing. */
export const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError && passing.has(error.status);

const maxDelayMs = 30_000;

/** `Retry-After`, or a second; doubled with every failure, up to half a minute. */
export function retryDelayMs({ retryAfter = 1 }: ApiError, failures: number): number {
  return Math.min(retryAfter * 1_000 * 2 ** Math.max(failures - 1, 0), maxDelayMs);
}

/** How often each query has failed since it last succeeded. */
const failures = new WeakMap<object, number>();

export const countFailure = (query: object): void => void failures.set(query, (failures.get(query) ?? 0) + 1);
export const forgetFailures = (query: object): void => void failures.delete(query);

interface Asked<Data> {
  readonly state: { readonly data: Data | undefined; readonly error: Error | null };
}

/**
 * A `refetchInterval` of so many milliseconds, or as many as the data say. What failed and may pass by itself is asked again ever more slowly
 * instead; a refusal stays.
 */
export const every =
  <Data>(ms: number | false | ((data: Data | undefined) => number | false)) =>
  (query: Asked<Data>): number | false => {
    const { data, error } = query.state;
    if (error !== null) return mayPass(error) && retryDelayMs(error, failures.get(query) ?? 1);
    return typeof ms === 'function' ? ms(data) : ms;
  };
