import type { Condition, SegmentReference } from '../../model/condition.ts';
import type { Scalar } from './condition-parts.ts';

/**
 * Compiles `in_segment` and `not_in_segment`. Both operators are false for a segment that does not exist; another value of the
 * condition may still make `in_segment` true.
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

/** Returns the reference to a segment that all conditions of a feature share. */
function referenceTo(slug: string, references: Map<string, SegmentReference>): SegmentReference {
  const known = references.get(slug);
  if (known !== undefined) return known;
  const reference: SegmentReference = { slug, cell: undefined };
  references.set(slug, reference);
  return reference;
}
