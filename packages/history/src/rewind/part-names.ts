import { type FeatureDescription, renamedVariables, renameValues } from '../describe/feature-differences.ts';
import { matchParts, type Pair } from '../describe/match-parts.ts';
import { isEqual } from '../is-equal.ts';

/**
 * What the slugs of a moment name: slug → key of the variable or the variation. The key is the id, except of what was deleted in a
 * record of an older release, which had no ids: nothing of the present has such a key.
 */
export interface PartNames {
  readonly variables: ReadonlyMap<string, string>;
  readonly variations: ReadonlyMap<string, string>;
}

/** A feature as records describe it; those of older releases have no ids. */
export type RecordedFeature = Pick<FeatureDescription, 'variables' | 'variations'>;

export const noNames: PartNames = { variables: new Map(), variations: new Map() };

/** A feature of the present, of which only the names of its parts count here. */
export interface NamedFeature {
  readonly variables: readonly { readonly id: string; readonly slug: string }[];
  readonly variations: readonly { readonly id: string; readonly slug: string }[];
}

export function getNames({ variables, variations }: NamedFeature): PartNames {
  return { variables: keysOf(variables), variations: keysOf(variations) };
}

/**
 * The names before a record of the feature, from those after it. `undefined` = nobody can say: the feature was deleted by a release
 * whose records have no ids.
 */
export function namesBefore(
  names: PartNames,
  { before, after }: { readonly before: RecordedFeature | null; readonly after: RecordedFeature | null },
): PartNames | undefined {
  if (before === null) return noNames;
  if (hasIds(before.variables) && hasIds(before.variations)) {
    return { variables: keysOf(before.variables), variations: keysOf(before.variations) };
  }
  if (after === null) return undefined;
  // The same guesses as in the lines of the audit log.
  const renamed = renamedVariables(before as FeatureDescription, after as FeatureDescription);
  const variables = matchParts(before.variables, after.variables, [
    (left, right) => (renamed.get(left.slug) ?? left.slug) === right.slug,
  ]);
  const variations = matchParts(before.variations, after.variations, [
    (left, right) => left.slug === right.slug,
    (left, right) => isEqual(renameValues(left, renamed), right.values),
  ]);
  return {
    variables: follow(before.variables, after.variables, variables.pairs, names.variables),
    variations: follow(before.variations, after.variations, variations.pairs, names.variations),
  };
}

interface Named {
  readonly slug: string;
}

function hasIds(parts: readonly Named[]): parts is readonly (Named & { readonly id: string })[] {
  return parts.every((part) => 'id' in part);
}

function keysOf(parts: readonly (Named & { readonly id: string })[]): Map<string, string> {
  return new Map(parts.map(({ id, slug }) => [slug, id]));
}

function follow(
  before: readonly Named[],
  after: readonly Named[],
  pairs: readonly Pair[],
  keys: ReadonlyMap<string, string>,
): Map<string, string> {
  const became = new Map(pairs.map(([from, to]) => [from, after[to]?.slug ?? '']));
  return new Map(
    before.map(({ slug }, index) => [slug, keys.get(became.get(index) ?? '') ?? `deleted ${slug}`]),
  );
}
