import { limits, type Excess } from '../definition/limits.ts';
import type { SegmentReference } from './condition.ts';

/** A counter of changes to what the features of a datafile refer to: segments, and the variables that prerequisites name. */
export interface ReferenceChanges {
  count: number;
}

/**
 * The segments that a feature names. What they cost counts in the feature, but they change without it: so whether all
 * together is within the limits is found out when the feature is next asked for.
 */
export interface SegmentUse {
  readonly featureId: string;
  readonly references: readonly SegmentReference[];
  /** The cost of the feature without them, in nanoseconds. */
  readonly ownCost: number;
  readonly onExceeded: ((excess: Excess) => void) | undefined;
  /** The counter of the datafile that the feature belongs to. */
  changes: ReferenceChanges | undefined;
  seenCount: number;
  isWithin: boolean;
}

export function createSegmentUse(
  featureId: string,
  references: readonly SegmentReference[],
  ownCost: number,
  onExceeded: SegmentUse['onExceeded'],
): SegmentUse {
  return { featureId, references, ownCost, onExceeded, changes: undefined, seenCount: -1, isWithin: true };
}

export function isWithinLimits(use: SegmentUse): boolean {
  const { changes } = use;
  if (changes === undefined || changes.count === use.seenCount) return use.isWithin;
  use.seenCount = changes.count;
  const cost = use.references.reduce((sum, { cell }) => sum + (cell?.cost ?? 0), use.ownCost);
  const wasWithin = use.isWithin;
  use.isWithin = cost <= limits.featureCost;
  if (wasWithin && !use.isWithin) {
    const exceeded = [{ limit: 'featureCost', actual: cost, most: limits.featureCost }] as const;
    use.onExceeded?.({ kind: 'feature', id: use.featureId, exceeded });
  }
  return use.isWithin;
}
