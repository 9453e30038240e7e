import type { TargetingDefinition } from '@bunting/evaluator/definition';
import { pairVariables, pairVariations } from './older-records.ts';
import type { Paired } from './pair-entries.ts';
import type { DescribedFeature, DescribedPart, Pins } from './snapshot.ts';

/** The ids behind the slugs of one moment: slug → id. A part whose id nobody knows has its slug instead. */
export interface PartNames {
  readonly variables: ReadonlyMap<string, string>;
  readonly variations: ReadonlyMap<string, string>;
}

/** A feature, as far as its parts have names. */
export interface NamedFeature {
  readonly variables: readonly Pick<DescribedPart, 'id' | 'slug'>[];
  readonly variations: readonly Pick<DescribedPart, 'id' | 'slug'>[];
}

/** A record of a feature. */
export interface FeatureRecord {
  readonly before: Pick<DescribedFeature, 'variables' | 'variations'> | null;
  readonly after: Pick<DescribedFeature, 'variables' | 'variations'> | null;
}

type Rename = (name: string, path: string) => string;

/** Functions that rename variables and variations. */
export interface Renaming {
  readonly variable: (name: string) => string;
  readonly variation: Rename;
}

/** Returns the names of a feature's parts at the moment that its description is from. */
export function getNames({ variables, variations }: NamedFeature): PartNames {
  const toIds = (parts: NamedFeature['variables']) =>
    new Map(parts.flatMap(({ id, slug }): [string, string][] => (id === undefined ? [] : [[slug, id]])));
  return { variables: toIds(variables), variations: toIds(variations) };
}

/**
 * Returns the names before a record of the feature, from those after it. Undefined: the feature was deleted by a release whose records
 * have no ids.
 */
export function getNamesBefore(names: PartNames, { before, after }: FeatureRecord): PartNames | undefined {
  if (before === null) return { variables: new Map(), variations: new Map() };
  if ([...before.variables, ...before.variations].every(({ id }) => id !== undefined))
    return getNames(before);
  if (after === null) return undefined;
  const follow = (
    paired: Paired,
    was: readonly DescribedPart[],
    is: readonly DescribedPart[],
    ids: ReadonlyMap<string, string>,
  ) => {
    const became = new Map(paired.pairs.map(([from, to]) => [from, is[to]?.slug ?? '']));
    return new Map(was.map(({ slug }, index) => [slug, ids.get(became.get(index) ?? '') ?? slug]));
  };
  const variables = pairVariables(before.variables, after.variables);
  const variations = pairVariations(before, after, variables);
  return {
    variables: follow(variables, before.variables, after.variables, names.variables),
    variations: follow(variations, before.variations, after.variations, names.variations),
  };
}

/** Returns ids for the slugs of one moment. */
export function toIds({ variables, variations }: PartNames): Renaming {
  return {
    variable: (slug) => variables.get(slug) ?? slug,
    variation: (slug) => variations.get(slug) ?? slug,
  };
}

/** Returns the slugs of a feature for ids. A part that it does not have keeps its last slug, with a mark, so that no other part is meant. */
export function toSlugs(
  feature: NamedFeature,
  lastSlugs: ReadonlyMap<string, string>,
  mark = ' (deleted)',
): Renaming {
  const rename = (parts: NamedFeature['variables']) => {
    const slugs = new Map(parts.map(({ id, slug }) => [id, slug]));
    return (id: string) => {
      const last = lastSlugs.get(id);
      return slugs.get(id) ?? (last === undefined ? id : `${last}${mark}`);
    };
  };
  return { variable: rename(feature.variables), variation: rename(feature.variations) };
}

/** Returns the targeting with other names of its variations. `rename` also gets the path of each. */
export function renameTargeting<Targeting extends TargetingDefinition | null>(
  targeting: Targeting,
  rename: Rename,
): Targeting {
  if (targeting === null) return targeting;
  const rules = targeting.rules.map(({ serve, ...rule }, index) => {
    const path = `targeting.rules[${index}].serve`;
    if ('variation' in serve) {
      return { ...rule, serve: { ...serve, variation: rename(serve.variation, `${path}.variation`) } };
    }
    const split = serve.split.map((share, shareIndex) => ({
      ...share,
      variation: rename(share.variation, `${path}.split[${shareIndex}].variation`),
    }));
    return { ...rule, serve: { ...serve, split } };
  });
  return { ...targeting, rules };
}

/** Returns defaults or overrides with other names of their variations, and of their keys. */
export function renamePins(
  pins: Pins | null,
  { variation }: Renaming,
  renameKey: (key: string) => string = (key) => key,
): Pins {
  return Object.fromEntries(
    Object.entries(pins ?? {}).map(([key, value]) => [
      renameKey(key),
      value === null ? null : variation(value, key),
    ]),
  );
}
