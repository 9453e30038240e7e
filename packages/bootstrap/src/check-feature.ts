import {
  checkDefaults,
  checkOverrides,
  checkTargeting,
  checkVariations,
  isObject,
  memberPath,
  slugsOf,
  storedSlug,
} from '@bunting/definitions';
import type { IsSound, Problem, ServedInput } from '@bunting/definitions';
import type { FeatureInput } from './project-schema.ts';

/** What a feature may name, all of it lower-cased. */
export interface FeatureSurroundings {
  readonly isSound: IsSound;
  readonly environments: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

/** What belongs together in a feature, in the parts of it whose shape is right. */
export function* checkFeature(
  feature: FeatureInput,
  path: string,
  around: FeatureSurroundings,
): Generator<Problem> {
  const { isSound } = around;
  const { variables, variations, environments } = feature;
  const variationsPath = memberPath(path, 'variations');
  if (isSound(memberPath(path, 'variables')) && isSound(variationsPath)) {
    yield* checkVariations(variations ?? [], variables ?? [], variationsPath);
  }
  if (!isObject(environments)) return;
  const known = { ...around, variables: slugsOf(variables), variations: slugsOf(variations) };
  const given = new Set<string>();
  for (const [name, served] of Object.entries(environments)) {
    const slug = storedSlug(name);
    const servedPath = memberPath(memberPath(path, 'environments'), name);
    if (!around.environments.has(slug))
      yield { path: servedPath, message: 'is not an environment of the project' };
    if (given.has(slug)) yield { path: servedPath, message: 'is given twice' };
    given.add(slug);
    if (isObject(served)) yield* checkServed(served, servedPath, known);
  }
}

interface ServedSurroundings {
  readonly isSound: IsSound;
  readonly variables: ReadonlySet<string>;
  readonly variations: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

function* checkServed(served: ServedInput, path: string, around: ServedSurroundings): Generator<Problem> {
  const { defaults, targeting, overrides } = served;
  if (isObject(defaults))
    yield* checkDefaults(defaults, memberPath(path, 'defaults'), around, around.isSound);
  if (isObject(targeting)) {
    yield* checkTargeting(targeting, memberPath(path, 'targeting'), around, around.isSound);
  }
  if (isObject(overrides)) {
    yield* checkOverrides(overrides, memberPath(path, 'overrides'), around, around.isSound);
  }
}
