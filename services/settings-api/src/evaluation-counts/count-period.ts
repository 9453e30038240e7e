import { dayMs } from '@bunting/retention';
import { readPeriod, type Bucket, type Period } from '../events/period.ts';
import { settingsErrors } from '../framework/errors.ts';

/** Hours are kept for so many days. */
export const hourDays = 14;

/**
 * Reads the period of a query, as event summaries have it. Hours exist for 14 days only: a period that begins before is widened to
 * whole days, and refused (400) if it asks for hours.
 */
export function readCountPeriod(query: { from?: string; to?: string; bucket?: Bucket }, now: number): Period {
  const period = readPeriod(query, now);
  if (period.span !== 'hour') return period;
  const isKept = period.from !== undefined && period.from.getTime() >= now - hourDays * dayMs;
  if (isKept) return period;
  if (query.bucket === undefined) return readPeriod({ ...query, bucket: 'day' }, now);
  const message = `is too early: hours are kept for ${hourDays} days. Use a later time, or days`;
  throw settingsErrors.invalid([{ path: 'query.from', message }]);
}

/** Returns the beginning of the day, in UTC, so many days ago: counts by day have no smaller parts. */
export function getFirstDay(days: number, now: number): Date {
  return new Date((Math.floor(now / dayMs) - days) * dayMs);
}
