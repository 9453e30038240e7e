import { settingsErrors } from '../framework/errors.ts';
import { readTimeRange } from '../framework/http/time-range.ts';

/** The length of a bucket. */
export type Bucket = 'hour' | 'day';

/** The period of a summary: whole hours or days, in UTC. */
export interface Period {
  /** `undefined` = since the beginning. */
  readonly from: Date | undefined;
  /** Exclusive; `undefined` = until the end. */
  readonly to: Date | undefined;
  /** The length of the rows that the summary adds up; `ever` = the period has no limits. */
  readonly span: Bucket | 'ever';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maxHours = 31 * 24;

/**
 * Reads the period of a query, widened to whole buckets. Throws 400 for an invalid time, for an empty period, and for hours of more
 * than 31 days.
 */
export function readPeriod(query: { from?: string; to?: string; bucket?: Bucket }, now: number): Period {
  const { from, to, problems: rangeProblems } = readTimeRange(query);
  const problems = [...rangeProblems];
  const inHours = query.bucket === 'hour';
  if (problems.length === 0 && inHours && (from === undefined || (to ?? now) - from > maxHours * hourMs)) {
    problems.push({ path: 'query.from', message: 'must be at most 31 days before "to" for hours' });
  }
  if (problems.length > 0) throw settingsErrors.invalid(problems);
  if (from === undefined && to === undefined) {
    return { from: undefined, to: undefined, span: query.bucket ?? 'ever' };
  }
  const span = query.bucket ?? (isWhole(from, dayMs) && isWhole(to, dayMs) ? 'day' : 'hour');
  const lengthMs = span === 'hour' ? hourMs : dayMs;
  return {
    from: from === undefined ? undefined : new Date(Math.floor(from / lengthMs) * lengthMs),
    to: to === undefined ? undefined : new Date(Math.ceil(to / lengthMs) * lengthMs),
    span,
  };
}

function isWhole(time: number | undefined, lengthMs: number): boolean {
  return time === undefined || time % lengthMs === 0;
}
