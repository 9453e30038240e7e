import { type ServingInput, storedSlug } from '@bunting/definitions';
import {
  checkDefaults,
  checkOverrides,
  checkTargeting,
  checkVariations,
  isObject,
  type IsWellShaped,
  memberPath,
  type Problem,
  collectSlugs,
} from '@bunting/definitions/checks';
import { checkMetadata } from '@bunting/definitions/metadata';
import type { FeatureInput } from '../document/project-schema.ts';

/** Slugs that a feature may refer to, in lower case. */
export interface KnownNames {
  readonly isWellShaped: IsWellShaped;
  readonly environments: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

/** Checks that the parts of a feature fit together. Skips parts whose shape is wrong. */
export function* checkFeature(feature: FeatureInput, path: string, known: KnownNames): Generator<Problem> {
  const { isWellShaped } = known;
  const { variables, variations, environments } = feature;
  yield* checkMetadata(feature, path, isWellShaped);
  const variationsPath = memberPath(path, 'variations');
  if (isWellShaped(memberPath(path, 'variables')) && isWellShaped(variationsPath)) {
    yield* checkVariations(variations ?? [], variables ?? [], variationsPath);
  }
  if (!isObject(environments)) return;
  const inFeature = { ...known, variables: collectSlugs(variables), variations: collectSlugs(variations) };
  const given = new Set<string>();
  for (const [name, served] of Object.entries(environments)) {
    const slug = storedSlug(name);
    const servingPath = memberPath(memberPath(path, 'environments'), name);
    if (!known.environments.has(slug))
      yield { path: servingPath, message: 'is not an environment of the project', code: 'unknown_reference' };
    if (given.has(slug)) yield { path: servingPath, message: 'is listed twice', code: 'duplicate' };
    given.add(slug);
    if (isObject(served)) yield* checkServing(served, servingPath, inFeature);
  }
}

interface KnownServingNames {
  readonly isWellShaped: IsWellShaped;
  readonly variables: ReadonlySet<string>;
  readonly variations: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

function* checkServing(served: ServingInput, path: string, known: KnownServingNames): Generator<Problem> {
  const { defaults, targeting, overrides } = served;
  if (isObject(defaults))
    yield* checkDefaults(defaults, memberPath(path, 'defaults'), known, known.isWellShaped);
  if (isObject(targeting)) {
    yield* checkTargeting(targeting, memberPath(path, 'targeting'), known, known.isWellShaped);
  }
  if (isObject(overrides)) {
    yield* checkOverrides(overrides, memberPath(path, 'overrides'), known, known.isWellShaped);
  }
}
