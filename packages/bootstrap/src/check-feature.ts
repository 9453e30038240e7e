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
import type { IsWellShaped, Problem, ServingInput } from '@bunting/definitions';
import type { FeatureInput } from './project-schema.ts';

/** What a feature may name, all of it lower-cased. */
export interface FeatureDependencies {
  readonly isWellShaped: IsWellShaped;
  readonly environments: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

/** What belongs together in a feature, in the parts of it whose shape is right. */
export function* checkFeature(
  feature: FeatureInput,
  path: string,
  dependencies: FeatureDependencies,
): Generator<Problem> {
  const { isWellShaped } = dependencies;
  const { variables, variations, environments } = feature;
  const variationsPath = memberPath(path, 'variations');
  if (isWellShaped(memberPath(path, 'variables')) && isWellShaped(variationsPath)) {
    yield* checkVariations(variations ?? [], variables ?? [], variationsPath);
  }
  if (!isObject(environments)) return;
  const known = { ...dependencies, variables: slugsOf(variables), variations: slugsOf(variations) };
  const given = new Set<string>();
  for (const [name, served] of Object.entries(environments)) {
    const slug = storedSlug(name);
    const servedPath = memberPath(memberPath(path, 'environments'), name);
    if (!dependencies.environments.has(slug))
      yield { path: servedPath, message: 'is not an environment of the project' };
    if (given.has(slug)) yield { path: servedPath, message: 'is given twice' };
    given.add(slug);
    if (isObject(served)) yield* checkServed(served, servedPath, known);
  }
}

interface ServingDependencies {
  readonly isWellShaped: IsWellShaped;
  readonly variables: ReadonlySet<string>;
  readonly variations: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

function* checkServed(
  served: ServingInput,
  path: string,
  dependencies: ServingDependencies,
): Generator<Problem> {
  const { defaults, targeting, overrides } = served;
  if (isObject(defaults))
    yield* checkDefaults(defaults, memberPath(path, 'defaults'), dependencies, dependencies.isWellShaped);
  if (isObject(targeting)) {
    yield* checkTargeting(targeting, memberPath(path, 'targeting'), dependencies, dependencies.isWellShaped);
  }
  if (isObject(overrides)) {
    yield* checkOverrides(overrides, memberPath(path, 'overrides'), dependencies, dependencies.isWellShaped);
  }
}
