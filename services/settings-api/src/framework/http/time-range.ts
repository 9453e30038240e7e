import { minMomentMs } from '@bunting/database';
import type { Problem } from '@bunting/definitions/checks';
import { parseInstant } from '@bunting/evaluator';
import { Type } from '@bunting/definitions/type';

const timeParameter = (description: string) =>
  Type.Optional(
    Type.String({
      description: `an ISO 8601 date or time, in UTC unless it has an offset: ${description}`,
    }),
  );

/** The parameters of a list that may be limited to a time. */
export const timeRangeParameters = {
  from: timeParameter('the start, inclusive'),
  to: timeParameter('the end, exclusive'),
};

/** Milliseconds since 1970, `to` exclusive; undefined = no limit. */
export interface TimeRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly problems: readonly Problem[];
}

const maxTimeLength = 40;

export function readTimeRange(query: { readonly from?: string; readonly to?: string }): TimeRange {
  const problems: Problem[] = [];
  const read = (name: 'from' | 'to'): number | undefined => {
    const text = query[name];
    if (text === undefined) return undefined;
    // A client that does not write %2B for the plus of an offset, or of a year of six digits, sends a space. The pattern that finds it takes time with the
    // square of the length, so longer texts are refused before.
    const time =
      text.length > maxTimeLength
        ? undefined
        : parseInstant(
            text.replace(/^ (?=[0-9]{6})/, '+').replace(/^(.+T.+) (?=[0-9]{2}:?[0-9]{2}$)/, '$1+'),
          );
    if (time === undefined) {
      problems.push({ path: `query.${name}`, message: 'must be an ISO 8601 date, with a time or without' });
    }
    // Nothing stored is earlier, and PostgreSQL refuses to compare with what is.
    return time && Math.max(time, minMomentMs);
  };
  const [from, to] = [read('from'), read('to')];
  if (from !== undefined && to !== undefined && from >= to) {
    problems.push({ path: 'query.to', message: 'must be after "from"' });
  }
  return { from, to, problems };
}
