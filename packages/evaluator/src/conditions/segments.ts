import type { Condition, Scalar, Test } from './condition.ts';

/** A segment's place in a datafile. It stays when the segment changes, so that a change costs one assignment. */
export interface SegmentCell {
  /** `undefined` = there is no such segment (yet, or any more). */
  matches: Test | undefined;
}

/** A condition's link to a segment, made when the fragment is applied to a datafile. */
export interface SegmentReference {
  readonly slug: string;
  cell: SegmentCell | undefined;
}

/**
 * `in_segment`, `not_in_segment`. A segment that does not exist matches nobody, and nobody is known to be
 * outside it: both operators are false, but another of the values may still make `in_segment` true.
 */
export function compileSegmentMembership(
  values: readonly Scalar[],
  expected: boolean,
  references: SegmentReference[],
): Condition | undefined {
  const named: SegmentReference[] = [];
  for (const value of values) {
    if (typeof value !== 'string') return undefined;
    named.push({ slug: value.toLowerCase(), cell: undefined });
  }
  if (named.length === 0) return undefined;
  references.push(...named);
  return {
    test: (context) => {
      let areAllKnown = true;
      for (let index = 0; index < named.length; index++) {
        const matches = named[index]?.cell?.matches;
        if (matches === undefined) areAllKnown = false;
        else if (matches(context)) return expected;
      }
      return !expected && areAllKnown;
    },
    cost: 40 * named.length,
  };
}
