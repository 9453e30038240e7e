import { limits } from '../definition/limits.ts';
import { asList, asRecord, asText, type StoredRecord } from '../definition/stored.ts';
import type { SegmentReference } from '../model/condition.ts';
import { noVariation, type Feature, type Variable } from '../model/feature.ts';
import { createSegmentUse } from '../model/segment-use.ts';
import type { SharedVariation } from '../model/shared-feature.ts';
import { compilePrerequisites } from './compile-prerequisites.ts';
import { compileTargeting } from './compile-targeting.ts';
import type { InternPool } from './intern-pool.ts';
import { measureRulesInSteps } from './measure.ts';
import { readSharedFeature } from './read-shared-feature.ts';
import type { Steps } from './steps.ts';
import { readTimetable, type Timetable } from './timetable.ts';
import { valuesBeyondLimits } from './value-store.ts';

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
  const segmentUse =
    named.length === 0 ? undefined : createSegmentUse(id, named, measure.cost, internPool.onExceeded);
  const feature: Feature = {
    shared,
    targeting,
    prerequisites: shared.status === 'live' ? compilePrerequisites(asRecord(stored['targeting'])) : undefined,
    segmentUse,
    overrides: yield* compileOverrides(stored['overrides'], variationIndexOf),
    weight,
    cost: (isWithinLimits ? measure.cost : 0) + (segmentUse === undefined ? 0 : limits.segmentCost),
  };
  const storedVariables = (asList(stored['variables']) ?? [])
    .map(asRecord)
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

function withoutRules(targeting: unknown): StoredRecord | undefined {
  const stored = asRecord(targeting);
  return stored && { enabled: stored['enabled'], rules: [] };
}

/** Enough overrides for one step. */
const overridesPerStep = 1_000;

function* compileOverrides(
  stored: unknown,
  variationIndexOf: (slug: unknown) => number | undefined,
): Steps<ReadonlyMap<string | undefined, number> | undefined> {
  const named = asRecord(stored) ?? {};
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
  if (asText(slug) === undefined) return undefined;
  const index = variations.findIndex((variation) => variation.slug === slug);
  return index === -1 ? undefined : index;
}
