import type { CountCell } from './count-cell.ts';
import type { Evaluation } from './evaluation.ts';
import type { ReferenceChanges, SegmentUse } from './segment-use.ts';
import type { SharedFeature } from './shared-feature.ts';
import type { Targeting } from './targeting.ts';

/** No default variation is set. */
export const noVariation = -1;

/** A feature in one environment. Variations are indexes into those of the shared feature. */
export interface Feature {
  readonly shared: SharedFeature;
  readonly targeting: Targeting | undefined;
  /** `undefined` = none, or the feature has no use for them: it is not live, or off. */
  readonly prerequisites: Prerequisites | undefined;
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

/** A variable of a datafile that a prerequisite names. Changing the variable assigns the members and keeps the cell, as with segments. */
export interface VariableCell {
  /** `undefined` = no variable has this slug, or it is not compiled yet. */
  variable: Variable | undefined;
  /** Compiles the variable; `undefined` = it is compiled, or there is none. */
  compile: (() => Variable | undefined) | undefined;
}

/** A variable that must serve one of some variations. */
export interface Prerequisite {
  /** The slug of the variable, lower-cased. */
  readonly slug: string;
  readonly variations: readonly string[];
  /** Set when the fragment is applied to a datafile. */
  cell: VariableCell | undefined;
  /** The variable, and whether each of its variations meets the prerequisite, by index; looked up when something has changed. */
  variable: Variable | undefined;
  accepts: readonly boolean[];
}

/** The prerequisites of a feature. All must be met, and none is if they lead too far. */
export interface Prerequisites {
  readonly entries: readonly Prerequisite[];
  /** The counter of the datafile that the feature belongs to. */
  changes: ReferenceChanges | undefined;
  seenCount: number;
  isWithin: boolean;
}
