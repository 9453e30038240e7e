import { memberPath } from '@bunting/definitions/checks';
import type { TargetingDefinition } from '@bunting/evaluator/definition';
import type { Conflict, DescribedFeature, Pins } from '@bunting/history';
import { isDeepStrictEqual } from 'node:util';
import type { RevertedProject } from '../reverts/read-project.ts';

interface Served {
  readonly targeting: TargetingDefinition | null;
  readonly defaults: Pins;
  readonly overrides: Pins;
}

/**
 * Finds the variables, variations and segments that a merged state names and that somebody has deleted since. Merging cannot see them: what
 * was deleted was served nowhere at that time.
 */
export function findDeletedParts(
  { stored, reversal }: RevertedProject,
  segments: ReadonlySet<string>,
): readonly Conflict[] {
  const { snapshot, lastSlugs } = reversal;
  const known = new Set([...segments, ...snapshot.segments.keys()]);
  return [...snapshot.serving].flatMap(([key, served]) => {
    const [featureId = '', environmentId = ''] = key.split(' ');
    const feature = snapshot.features.get(featureId);
    const before = stored.serving.get(key);
    if (feature === undefined || isDeepStrictEqual(before, served)) return [];
    const environment = (snapshot.environments.get(environmentId)?.['slug'] ?? '') as string;
    const path = ['features', feature.slug, 'environments', environment].reduce(memberPath, '');
    const missing = [
      ...findMissing(served, feature).map(({ noun, id }) => ({ noun, name: lastSlugs.get(id) ?? id })),
      ...getSegments(served.targeting)
        .filter((slug) => !known.has(slug))
        .map((name) => ({ noun: 'segment', name })),
    ];
    const messages = new Set(missing.map(({ noun, name }) => `the ${noun} ${name} has been deleted`));
    return [...messages].map((message) => ({ path, message, base: null, theirs: null, ours: null }));
  });
}

function findMissing({ targeting, defaults, overrides }: Served, feature: DescribedFeature) {
  const variables = new Set(feature.variables.map(({ id }) => id));
  const variations = new Set(feature.variations.map(({ id }) => id));
  const pinned = [...Object.values(defaults), ...Object.values(overrides)];
  const served = (targeting?.rules ?? []).flatMap(({ serve }) =>
    'variation' in serve ? [serve.variation] : serve.split.map(({ variation }) => variation),
  );
  return [
    ...Object.keys(defaults)
      .filter((id) => !variables.has(id))
      .map((id) => ({ noun: 'variable', id })),
    ...[...pinned, ...served].flatMap((id) =>
      id === null || variations.has(id) ? [] : [{ noun: 'variation', id }],
    ),
  ];
}

/** Returns the segments that conditions name. */
function getSegments(targeting: TargetingDefinition | null): string[] {
  const conditions = (targeting?.rules ?? []).flatMap(({ any_of: anyOf }) =>
    anyOf.flatMap(({ all_of: allOf }) => allOf),
  );
  return conditions
    .filter(({ property }) => property === 'segment')
    .flatMap(({ values = [] }) => values.map(String));
}
