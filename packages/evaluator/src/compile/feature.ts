import type { InternPool } from './intern-pool.ts';
import type { SegmentCell, SegmentReference } from '../conditions/condition.ts';
import type { CountCell } from '../count-cell.ts';
import type { Evaluation } from '../evaluation.ts';
import { limits } from './limits.ts';
import { measureRulesInSteps } from './measure.ts';
import { createSegmentUse, type SegmentChanges, type SegmentUse } from './segment-use.ts';
import { valuesBeyondLimits } from './stored-value.ts';
import { readSharedFeature, type SharedFeature, type SharedVariation } from './shared-feature.ts';
import type { Steps } from './steps.ts';
import { listOf, recordOf, textOf, type StoredRecord } from './stored.ts';
import { compileTargeting, type Targeting } from '../targeting.ts';
import { readTimetable, type Timetable } from './timetable.ts';

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

export interface CompiledFeature {
  readonly feature: Feature;
  readonly variables: readonly Variable[];
  readonly timetable: Timetable | undefined;
}

/**
 * Compiles a feature. If it exceeds the limits its rules match nobody, like malformed ones; the rest of it is served.
 */
export function* compileFeature(
  id: string,
  stored: StoredRecord,
  internPool: InternPool,
  weight: number,
): Steps<CompiledFeature> {
  const measure = yield* measureRulesInSteps(stored['targeting'], internPool);
  const isWithinLimits = measure.exceeded.length === 0;
  const shared = internPool.share(readSharedFeature(id, stored));
  const exceeded = [...measure.exceeded, ...valuesBeyondLimits(stored)];
  if (exceeded.length > 0) internPool.onExceeded?.({ kind: 'feature', id, exceeded });
  yield;
  const references = new Map<string, SegmentReference>();
  const variationIndexOf = createIndexLookup(shared.variations);
  const targeting = yield* compileTargeting(
    isWithinLimits ? stored['targeting'] : withoutRules(stored['targeting']),
    shared,
    variationIndexOf,
    {
      segments: references,
      patternOf: internPool.patternOf,
      maxSearchedLength: measure.maxSearchedLength ?? limits.maxTextLength,
    },
  );
  const named = [...references.values()];
  const segmentUse = named.length === 0 ? undefined : createSegmentUse(id, named, measure.cost, internPool);
  const feature: Feature = {
    shared,
    targeting,
    segmentUse,
    overrides: yield* compileOverrides(stored['overrides'], variationIndexOf),
    weight,
    cost: (isWithinLimits ? measure.cost : 0) + (segmentUse === undefined ? 0 : limits.segmentCost),
  };
  const storedVariables = (listOf(stored['variables']) ?? [])
    .map(recordOf)
    .filter((entry) => entry !== undefined);
  const variables = storedVariables.map((variable, index) => ({
    feature,
    index,
    byDefault: variationIndexOf(variable['default_variation']) ?? noVariation,
    usual: undefined,
    counts: undefined,
  }));
  const timetable = shared.status === 'live' ? yield* readTimetable(stored['targeting']) : undefined;
  return { feature, variables, timetable };
}

/** Links a feature to the segments of the datafile that it joins. */
export function joinSegments(
  { segmentUse }: Feature,
  cellOf: (slug: string) => SegmentCell,
  changes: SegmentChanges,
): void {
  if (segmentUse === undefined) return;
  for (const reference of segmentUse.references) reference.cell = cellOf(reference.slug);
  segmentUse.changes = changes;
}

function withoutRules(targeting: unknown): StoredRecord | undefined {
  const stored = recordOf(targeting);
  return stored && { enabled: stored['enabled'], rules: [] };
}

/** Enough overrides for one step. */
const overridesPerStep = 1_000;

function* compileOverrides(
  stored: unknown,
  variationIndexOf: (slug: unknown) => number | undefined,
): Steps<ReadonlyMap<string | undefined, number> | undefined> {
  const named = recordOf(stored) ?? {};
  const overrides = new Map<string | undefined, number>();
  for (const [count, userId] of Object.keys(named).entries()) {
    const variation = variationIndexOf(named[userId]);
    if (variation !== undefined) overrides.set(userId, variation);
    if (count % overridesPerStep === overridesPerStep - 1) yield;
  }
  return overrides.size === 0 ? undefined : overrides;
}

/** Up to this number, comparing one by one is faster than hashing. */
const variationsWorthAMap = 8;

function createIndexLookup(variations: readonly SharedVariation[]): (slug: unknown) => number | undefined {
  if (variations.length <= variationsWorthAMap) return (slug) => indexOfSlug(variations, slug);
  const indexes = new Map<string, number>();
  for (const [index, { slug }] of variations.entries()) if (!indexes.has(slug)) indexes.set(slug, index);
  return (slug) => indexes.get(slug as string);
}

export function indexOfSlug(variations: readonly SharedVariation[], slug: unknown): number | undefined {
  if (textOf(slug) === undefined) return undefined;
  const index = variations.findIndex((variation) => variation.slug === slug);
  return index === -1 ? undefined : index;
}
