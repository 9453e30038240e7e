import type { DescribedFeature, Pins } from '@bunting/history';
import type { FeatureState, ServingState } from '@bunting/changes';
import type { RuleDefinition, TargetingDefinition } from '@bunting/evaluator/definition';

/**
 * What an environment serves of a feature, with ids in place of the slugs of variables and variations, because records name them by the slugs
 * that they had then. A slug of which no id is known stays as it is.
 */
export interface Served {
  readonly targeting: TargetingDefinition | null;
  readonly defaults: Pins;
  readonly overrides: Pins;
}

export const nothing: Served = { targeting: null, defaults: {}, overrides: {} };

/** The ids behind the slugs of one moment. */
export interface Names {
  readonly variables: ReadonlyMap<string, string>;
  readonly variations: ReadonlyMap<string, string>;
}

export function namesOf({ variables, variations }: DescribedFeature): Names {
  const ids = (parts: readonly { readonly id?: string; readonly slug: string }[]) =>
    new Map(parts.flatMap(({ id, slug }): [string, string][] => (id === undefined ? [] : [[slug, id]])));
  return { variables: ids(variables), variations: ids(variations) };
}

type Rename = (name: string) => string;

export function targetingWith(
  targeting: TargetingDefinition | null,
  rename: Rename,
): TargetingDefinition | null {
  if (targeting === null) return null;
  return {
    ...targeting,
    rules: targeting.rules.map((rule) => ({ ...rule, serve: serveWith(rule.serve, rename) })),
  };
}

function serveWith(serve: RuleDefinition['serve'], rename: Rename): RuleDefinition['serve'] {
  if ('variation' in serve) return { ...serve, variation: rename(serve.variation) };
  return { ...serve, split: serve.split.map((share) => ({ ...share, variation: rename(share.variation) })) };
}

export function pinsWith(pins: Pins, renameVariation: Rename, renameKey: Rename = (key) => key): Pins {
  return Object.fromEntries(
    Object.entries(pins).map(([key, variation]) => [
      renameKey(key),
      variation === null ? null : renameVariation(variation),
    ]),
  );
}

/** By the names of one moment. */
export function toIds(names: Names): { readonly variable: Rename; readonly variation: Rename } {
  return {
    variable: (slug) => names.variables.get(slug) ?? slug,
    variation: (slug) => names.variations.get(slug) ?? slug,
  };
}

/** The slugs of the feature as it will be. A part that it does not have keeps its last slug, marked so that no other part is meant. */
export function toSlugs(
  { variables, variations }: Pick<FeatureState, 'variables' | 'variations'>,
  lastSlugs: ReadonlyMap<string, string>,
  mark = ' (deleted)',
): { readonly variable: Rename; readonly variation: Rename } {
  const rename = (parts: readonly { readonly id: string; readonly slug: string }[]): Rename => {
    const slugs = new Map(parts.map(({ id, slug }) => [id, slug]));
    return (id) => {
      const last = lastSlugs.get(id);
      return slugs.get(id) ?? (last === undefined ? id : `${last}${mark}`);
    };
  };
  return { variable: rename(variables), variation: rename(variations) };
}

export function servingOf(served: Served, rename: ReturnType<typeof toSlugs>): ServingState {
  return {
    targeting: targetingWith(served.targeting, rename.variation),
    defaults: mapOf(pinsWith(served.defaults, rename.variation, rename.variable)),
    overrides: mapOf(pinsWith(served.overrides, rename.variation)),
  };
}

function mapOf(pins: Pins): Map<string, string> {
  return new Map(
    Object.entries(pins).flatMap(([key, variation]): [string, string][] =>
      variation === null ? [] : [[key, variation]],
    ),
  );
}
