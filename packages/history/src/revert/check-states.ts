import { type AnyOfInput, maxEntries, type TargetingInput, type VariableInput } from '@bunting/definitions';
import {
  checkAnyOf,
  checkDefaults,
  checkOverrides,
  checkTargeting,
  checkVariations,
  createDuplicateCheck,
  memberPath,
  type Problem,
} from '@bunting/definitions/checks';
import type { DescribedFeature, Members, ServedState } from '../snapshot.ts';

// A merged state is checked as if somebody had sent it. Paths name things as documents do, lists by slugs.

/** Yields the problems of a merged feature. */
export function* checkFeature(feature: DescribedFeature): Generator<Problem> {
  const { slug, variables, variations } = feature;
  const path = memberPath('features', slug);
  const slugs = createDuplicateCheck();
  for (const [index, variable] of variables.entries()) {
    yield* slugs.enter(variable.slug, `${path}.variables[${index}].slug`);
  }
  yield* checkVariations(variations, variables as unknown as VariableInput[], `${path}.variations`);
  for (const part of ['variables', 'variations', 'tags', 'owners', 'links'] as const) {
    const entries = (feature[part] ?? []) as readonly unknown[];
    if (entries.length > maxEntries[part]) {
      yield { path: `${path}.${part}`, message: `must have at most ${maxEntries[part]}`, code: 'limit' };
    }
  }
}

/** Yields the problems of what an environment would serve of a feature, by slugs. */
export function* checkServing(
  feature: DescribedFeature,
  environment: { readonly slug: string },
  { targeting, defaults, overrides }: ServedState,
  segments: ReadonlySet<string>,
): Generator<Problem> {
  const path = ['features', feature.slug, 'environments', environment.slug].reduce(memberPath, '');
  const variables = new Set(feature.variables.map(({ slug }) => slug));
  const variations = new Set(feature.variations.map(({ slug }) => slug));
  if (targeting !== null) {
    yield* checkTargeting(targeting as unknown as TargetingInput, `${path}.targeting`, {
      variations,
      segments,
    });
    if (targeting.rules.length > maxEntries.rules) {
      const message = `must have at most ${maxEntries.rules}`;
      yield { path: `${path}.targeting.rules`, message, code: 'limit' };
    }
    if ((targeting.prerequisites ?? []).length > maxEntries.prerequisites) {
      const message = `must have at most ${maxEntries.prerequisites}`;
      yield { path: `${path}.targeting.prerequisites`, message, code: 'limit' };
    }
  }
  yield* checkDefaults(defaults, `${path}.defaults`, { variables, variations });
  yield* checkOverrides(overrides, `${path}.overrides`, { variations });
}

/** Yields the problems of a merged segment. */
export function checkSegment(slug: string, { any_of: anyOf }: Members): Iterable<Problem> {
  return checkAnyOf(anyOf as unknown as AnyOfInput, `${memberPath('segments', slug)}.any_of`, {
    segments: 'inside a segment',
  });
}
