import type { FeatureFragment, SegmentFragment } from '../src/definition/definition.ts';
import { explain, type DatafileFragment, type Explanation } from '../src/index.ts';
import { featureChange, featureFragment, segmentChange } from './feature-fragment.ts';

export function createFragments(
  feature: FeatureFragment,
  segments: readonly SegmentFragment[],
): DatafileFragment[] {
  return [featureChange(feature), ...segments.map(segmentChange)];
}

/** Explains `flag`, whose feature has these rules, however malformed. */
export function explainRules(
  rules: readonly unknown[],
  user: object,
  now = 0,
  ...segments: SegmentFragment[]
): Explanation {
  const targeting = { enabled: true, rules } as FeatureFragment['targeting'];
  return explain(createFragments(featureFragment({ targeting }), segments), 'flag', user, now);
}
