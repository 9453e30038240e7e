import {
  readVariableOwners,
  type Change,
  type ChangeTransaction,
  type FeatureState,
  type ProjectState,
  type SegmentState,
  type ServingState,
} from '@bunting/changes';
import type { EnvironmentState } from '@bunting/changes/environments';
import { maxEntries, type AnyOfInput, type TargetingInput } from '@bunting/definitions';
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
import { settingsErrors } from '../framework/errors.ts';

// What two changes leave together is checked as if somebody had sent it. Paths name things as documents do, lists by slugs.

/** Yields what is wrong with a merged feature. */
export function* checkFeature(feature: FeatureState): Generator<Problem> {
  const { slug, variables, variations } = feature;
  const path = memberPath('features', slug);
  const slugs = createDuplicateCheck();
  for (const [index, variable] of variables.entries()) {
    yield* slugs.enter(variable.slug, `${path}.variables[${index}].slug`);
  }
  const inputs = variations.map((variation) => ({
    slug: variation.slug,
    name: variation.name,
    values: Object.fromEntries(
      variables.flatMap(({ id, slug: name }) =>
        variation.values.has(id) ? [[name, variation.values.get(id) ?? null]] : [],
      ),
    ),
  }));
  yield* checkVariations(inputs, variables, `${path}.variations`);
  for (const part of ['variables', 'variations', 'tags', 'owners', 'links'] as const) {
    if (feature[part].length > maxEntries[part]) {
      yield { path: `${path}.${part}`, message: `must have at most ${maxEntries[part]}`, code: 'limit' };
    }
  }
}

/** Yields what is wrong with what an environment is to serve of a feature. */
export function* checkServing(
  feature: FeatureState,
  environment: Pick<EnvironmentState, 'slug'>,
  { targeting, defaults, overrides }: ServingState,
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
      yield {
        path: `${path}.targeting.rules`,
        message: `must have at most ${maxEntries.rules}`,
        code: 'limit',
      };
    }
  }
  yield* checkDefaults(Object.fromEntries(defaults), `${path}.defaults`, { variables, variations });
  yield* checkOverrides(Object.fromEntries(overrides), `${path}.overrides`, { variations });
}

/** Yields what is wrong with a merged segment. */
export function checkSegment({ slug, anyOf }: SegmentState): Iterable<Problem> {
  return checkAnyOf(anyOf as unknown as AnyOfInput, `${memberPath('segments', slug)}.any_of`, {
    segments: 'inside a segment',
  });
}

/** Throws 409 `taken` where features or variables that come back have slugs that others took meanwhile. */
export async function requireFreeSlugs(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly Change<FeatureState>[],
): Promise<void> {
  const left = changes.flatMap(({ after }) => after ?? []);
  const ids = changes.flatMap(({ before, after }) => (before ?? after)?.id ?? []);
  const { rows } = await transaction.client.query<{ slug: string }>(
    `SELECT slug FROM feature
     WHERE project_id = $1 AND status <> 'deleted' AND slug = ANY($2) AND id <> ALL($3) LIMIT 1`,
    [project.id, left.map(({ slug }) => slug), ids],
  );
  const [taken = repeated(left.map(({ slug }) => slug))] = rows.map(({ slug }) => slug);
  if (taken !== undefined) throw settingsErrors.taken('feature', taken);
  const variables = left.flatMap((feature) =>
    feature.variables.map(({ slug }) => ({ slug, feature: feature.slug })),
  );
  const slugs = variables.map(({ slug }) => slug);
  const owners = await readVariableOwners(transaction, project, slugs, { without: ids });
  const [owned] = owners;
  if (owned !== undefined) {
    const holder = {
      path: memberPath('variables', owned[0]),
      message: `belongs to the feature ${owned[1]}`,
      code: 'taken' as const,
      resource: { kind: 'feature', slug: owned[1] },
    };
    throw settingsErrors.taken('variable', owned[0], [holder]);
  }
  const ofTwo = repeated(
    [...new Set(variables.map(({ slug, feature }) => `${slug} ${feature}`))].map(
      (each) => each.split(' ')[0] ?? '',
    ),
  );
  if (ofTwo !== undefined) throw settingsErrors.taken('variable', ofTwo);
}

function repeated(names: readonly string[]): string | undefined {
  const known = new Set<string>();
  return names.find((name) => known.size === known.add(name).size);
}
