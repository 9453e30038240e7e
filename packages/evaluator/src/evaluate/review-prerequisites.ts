import { limits } from '../definition/limits.ts';
import type { Feature, Prerequisite, Prerequisites, Variable } from '../model/feature.ts';

/**
 * Looks the variables of prerequisites up again, and whether they lead further than the limits: in a circle, over too many features, or too
 * deep. That depends on the definitions alone and not on the way that an evaluation takes, so a variable has one answer for a user wherever it
 * is asked for. It is bounded, because it ends at the limits.
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
