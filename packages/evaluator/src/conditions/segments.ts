import type { Condition, Scalar, Test } from './condition.ts';

/** A segment's place in a datafile. It stays when the segment changes, so that a change costs one assignment. */
export interface SegmentCell {
  /** `undefined` = there is no such segment (yet, or any more). */
  matches: Test | undefined;
  /** What it costs a request at worst, in nanoseconds. */
  cost: number;
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
  references: Map<string, SegmentReference>,
): Condition | undefined {
  const slugs = new Set<string>();
  for (const value of values) {
    if (typeof value !== 'string') return undefined;
    slugs.add(value.toLowerCase());
  }
  if (slugs.size === 0) return undefined;
  const named = [...slugs].map((slug) => referenceTo(slug, references));
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

/** One for all conditions of a feature. */
function referenceTo(slug: string, references: Map<string, SegmentReference>): SegmentReference {
  const known = references.get(slug);
  if (known !== undefined) return known;
  const reference: SegmentReference = { slug, cell: undefined };
  references.set(slug, reference);
  return reference;
}
