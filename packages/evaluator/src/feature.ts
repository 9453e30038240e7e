import type { Catalogue } from './catalogue.ts';
import type { SegmentReference } from './conditions/segments.ts';
import type { Evaluation } from './evaluation.ts';
import { measureFeatureInSteps } from './measure.ts';
import { readOutline } from './outline.ts';
import type { FeatureOutline, VariationOutline } from './outline.ts';
import type { Steps } from './steps.ts';
import { listOf, recordOf, textOf } from './stored.ts';
import type { StoredRecord } from './stored.ts';
import { compileTargeting } from './targeting.ts';
import type { Targeting } from './targeting.ts';

/** No default variation is set. */
export const NO_VARIATION = -1;

/** A feature in one environment. Variations are places among the outline's. */
export interface Feature {
  readonly outline: FeatureOutline;
  readonly targeting: Targeting | undefined;
  /** `user.id` → variation; nothing under `undefined`, who has no id. */
  readonly overrides: ReadonlyMap<string | undefined, number> | undefined;
}

/** A variable in one environment: what a key resolves to. */
export interface Variable {
  readonly feature: Feature;
  /** Among the variables of its feature. */
  readonly place: number;
  /** The environment's default variation, or `NO_VARIATION`. */
  readonly byDefault: number;
  /** What is answered where the default is served, once that has been asked for. */
  defaultEvaluation: Evaluation | undefined;
}

export interface CompiledFeature {
  readonly feature: Feature;
  readonly variables: readonly Variable[];
  /** Links to be made when it joins a datafile. */
  readonly references: readonly SegmentReference[];
}

/** Rules of a feature beyond the limits match nobody, like malformed ones. All else of it is served. */
export function* compileFeature(
  id: string,
  stored: StoredRecord,
  catalogue: Catalogue,
): Steps<CompiledFeature> {
  const { exceeded } = yield* measureFeatureInSteps(stored, () => 0, catalogue);
  if (exceeded.length > 0) catalogue.onExceeded?.({ kind: 'feature', id, exceeded });
  const outline = catalogue.share(readOutline(id, stored));
  const references: SegmentReference[] = [];
  const placeOfVariation = (slug: unknown): number | undefined => placeOf(outline.variations, slug);
  const feature: Feature = {
    outline,
    targeting: compileTargeting(
      exceeded.length > 0 ? withoutRules(stored['targeting']) : stored['targeting'],
      outline,
      placeOfVariation,
      {
        segments: references,
        patternOf: catalogue.patternOf,
        observed: catalogue.observed,
      },
    ),
    overrides: compileOverrides(stored['overrides'], placeOfVariation),
  };
  const storedVariables = (listOf(stored['variables']) ?? [])
    .map(recordOf)
    .filter((entry) => entry !== undefined);
  const variables = storedVariables.map((variable, place) => ({
    feature,
    place,
    byDefault: placeOfVariation(variable['default_variation']) ?? NO_VARIATION,
    defaultEvaluation: undefined,
  }));
  return { feature, variables, references };
}

function withoutRules(targeting: unknown): StoredRecord | undefined {
  const stored = recordOf(targeting);
  return stored && { enabled: stored['enabled'], rules: [] };
}

function compileOverrides(
  stored: unknown,
  placeOfVariation: (slug: unknown) => number | undefined,
): ReadonlyMap<string | undefined, number> | undefined {
  const overrides = new Map<string | undefined, number>();
  for (const [userId, slug] of Object.entries(recordOf(stored) ?? {})) {
    const variation = placeOfVariation(slug);
    if (variation !== undefined) overrides.set(userId, variation);
  }
  return overrides.size === 0 ? undefined : overrides;
}

export function placeOf(variations: readonly VariationOutline[], slug: unknown): number | undefined {
  if (textOf(slug) === undefined) return undefined;
  const place = variations.findIndex((variation) => variation.slug === slug);
  return place === -1 ? undefined : place;
}
