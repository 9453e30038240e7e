import {
  checkTargeting,
  checkVariationName,
  checkVariations,
  memberPath,
  storedSlug,
} from '@bunting/changes';
import type { Problem, ServedInput } from '@bunting/changes';
import type { FeatureInput } from './project-schema.ts';
import { slugsOf } from './soundness.ts';

/** What a feature may name, all of it lower-cased. */
export interface FeatureSurroundings {
  readonly environments: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

export function* checkFeature(
  feature: FeatureInput,
  path: string,
  around: FeatureSurroundings,
): Generator<Problem> {
  // Of a deleted feature nothing is left that could be wrong.
  if (feature.status === 'deleted') return;
  const { variables = [], variations = [], environments = {} } = feature;
  yield* checkVariations(variations, variables, memberPath(path, 'variations'));
  const known = { ...around, variables: slugsOf(variables), variations: slugsOf(variations) };
  const given = new Set<string>();
  for (const [name, served] of Object.entries(environments)) {
    const slug = storedSlug(name);
    const servedPath = memberPath(memberPath(path, 'environments'), name);
    if (!around.environments.has(slug))
      yield { path: servedPath, message: 'is not an environment of the project' };
    if (given.has(slug)) yield { path: servedPath, message: 'is given twice' };
    given.add(slug);
    yield* checkServed(served, servedPath, known);
  }
}

interface ServedSurroundings {
  readonly variables: ReadonlySet<string>;
  readonly variations: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

const longestUserId = 500;

function* checkServed(served: ServedInput, path: string, around: ServedSurroundings): Generator<Problem> {
  const { defaults = {}, targeting, overrides = {} } = served;
  const given = new Set<string>();
  for (const [variable, variation] of Object.entries(defaults)) {
    const slug = storedSlug(variable);
    const defaultPath = memberPath(memberPath(path, 'defaults'), variable);
    if (!around.variables.has(slug)) yield { path: defaultPath, message: 'is not a variable of the feature' };
    if (given.has(slug)) yield { path: defaultPath, message: 'is given twice' };
    given.add(slug);
    if (variation !== null) yield* checkVariationName(variation, defaultPath, around.variations);
  }
  if (targeting) yield* checkTargeting(targeting, memberPath(path, 'targeting'), around);
  for (const [userId, variation] of Object.entries(overrides)) {
    const overridePath = memberPath(memberPath(path, 'overrides'), userId);
    if (userId === '' || userId.length > longestUserId) {
      yield { path: overridePath, message: `must be a user.id of 1 to ${longestUserId} characters` };
    }
    if (variation !== null) yield* checkVariationName(variation, overridePath, around.variations);
  }
}
