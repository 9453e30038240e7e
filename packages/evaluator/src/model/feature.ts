import type { CountCell } from './count-cell.ts';
import type { Evaluation } from './evaluation.ts';
import type { SegmentUse } from './segment-use.ts';
import type { SharedFeature } from './shared-feature.ts';
import type { Targeting } from './targeting.ts';

/** No default variation is set. */
export const noVariation = -1;

/** A feature in one environment. Variations are indexes into those of the shared feature. */
export interface Feature {
  readonly shared: SharedFeature;
  readonly targeting: Targeting | undefined;
  /** `undefined` = it names none. */
  readonly segmentUse: SegmentUse | undefined;
  /** `user.id` → variation; nothing under `undefined`, who has no id. */
  readonly overrides: ReadonlyMap<string | undefined, number> | undefined;
  /** Estimated bytes in memory. */
  readonly weight: number;
  /** The cost limit of an evaluation, in nanoseconds; with segments, whose cost changes, the limit of one of them. */
  readonly cost: number;
}

/** A variable in one environment. A key resolves to it. */
export interface Variable {
  readonly feature: Feature;
  /** Its index among the variables of the feature. */
  readonly index: number;
  /** The environment's default variation, or `noVariation`. */
  readonly byDefault: number;
  /** One of its answers, mostly that with the default: the look-up of another one reads six objects. Set on first use. */
  usual: Evaluation | undefined;
  /** The evaluations since counts were last taken, by decision: an unordered list. */
  counts: CountCell | undefined;
}
