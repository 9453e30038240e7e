import { settingsErrors } from '../framework/errors.ts';
import { readSpan } from '../framework/http/query.ts';

/** What a bucket covers. */
export type Bucket = 'hour' | 'day';

/** What a summary looks at: whole hours or days, in UTC. */
export interface Period {
  /** `undefined` = since the beginning. */
  readonly from: Date | undefined;
  /** Exclusive; `undefined` = until the end. */
  readonly to: Date | undefined;
  /** The buckets that the period is made of; `ever` where it has no limits. */
  readonly span: Bucket | 'ever';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maxHours = 31 * 24;

/**
 * The period that a query names, widened to whole buckets. Throws 400 for what is no time, for nothing between the two, and for
 * more hours than 31 days have.
 */
export function readPeriod(query: { from?: string; to?: string; bucket?: Bucket }): Period {
  const { from, to, problems: ofSpan } = readSpan(query);
  const problems = [...ofSpan];
  const inHours = query.bucket === 'hour';
  if (
    problems.length === 0 &&
    inHours &&
    (from === undefined || (to ?? Date.now()) - from > maxHours * hourMs)
  ) {
    problems.push({ path: 'query.from', message: 'hours are told for at most 31 days: say from when' });
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

function isWhole(moment: number | undefined, lengthMs: number): boolean {
  return moment === undefined || moment % lengthMs === 0;
}
