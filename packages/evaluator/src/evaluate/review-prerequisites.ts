import { limits } from '../definition/limits.ts';
import type { Feature, Prerequisite, Prerequisites, Variable } from '../model/feature.ts';

/**
 * Looks up the variables of prerequisites again, and checks whether they form a circle, reach too many features or are too deep. The result
 * depends only on the definitions, not on the path of an evaluation, so a user gets the same answer however a variable is requested. Stops at
 * the limits.
 */
export function reviewPrerequisites(own: Prerequisites): void {
  const features = new Set<Feature>();
  const depths = new Map<Prerequisites, number>();

  function depthOf(prerequisites: Prerequisites | undefined): number {
    if (prerequisites === undefined) return 0;
    const known = depths.get(prerequisites);
    if (known !== undefined) return known;
    // Until its depth is known, so that a circle is too deep.
    depths.set(prerequisites, Infinity);
    let depth = 1;
    for (const entry of prerequisites.entries) {
      const feature = findVariable(entry)?.feature;
      if (feature === undefined) continue;
      features.add(feature);
      if (features.size > limits.prerequisiteFeatures) return Infinity;
      depth = Math.max(depth, 1 + depthOf(feature.prerequisites));
    }
    depths.set(prerequisites, depth);
    return depth;
  }

  own.isWithin = depthOf(own) <= limits.prerequisiteDepth;
  for (const entry of own.entries) {
    entry.variable = findVariable(entry);
    const feature = entry.variable?.feature;
    entry.accepts = (feature?.shared.variations ?? []).map(({ slug }) => entry.variations.includes(slug));
    if (feature?.targeting?.isEnabled === true) feature.targeting.isRemembered = true;
  }
  own.seenCount = own.changes?.count ?? 0;
}

/** Returns whether nothing that prerequisites refer to has changed since they were looked up. */
export function isReviewed({ changes, seenCount }: Prerequisites): boolean {
  return changes !== undefined && changes.count === seenCount;
}

function findVariable({ cell }: Prerequisite): Variable | undefined {
  return cell?.variable ?? cell?.compile?.();
}
