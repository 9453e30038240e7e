import type { LazyFeature } from '../compile/lazy-feature.ts';
import type { Feature, Variable } from '../model/feature.ts';

/** The slugs of the variables of a datafile that are not archived. */
export interface VariableList {
  /** In the order of code points. */
  readonly slugs: readonly string[];
  /**
   * Indexes into `slugs`, those of one feature in a row: evaluated in this order, the variables of a feature share one evaluation of its
   * rules.
   */
  readonly byFeature: readonly number[];
}

/** Creates the lists of variables, each on first use. */
export function createVariableLists(variables: ReadonlyMap<string, Variable | LazyFeature>) {
  const kept: (VariableList | undefined)[] = [];

  function make(isClientOnly: boolean): VariableList {
    const listed = new Map<Feature | LazyFeature, string[]>();
    for (const entry of variables.values()) {
      const owner = getOwner(entry)!;
      if (!listed.has(owner)) listed.set(owner, getListed(owner, isClientOnly));
    }
    // A slug of two features belongs to one of them.
    const slugs = [...listed].flatMap(([owner, own]) =>
      own.filter((slug) => getOwner(variables.get(slug)) === owner),
    );
    return createVariableList([...new Set(slugs)]);
  }

  return {
    areKept: () => kept.length > 0,
    forget: () => void kept.splice(0),
    list: (isClientOnly: boolean) => (kept[Number(isClientOnly)] ??= make(isClientOnly)),
  };
}

/** Returns the parts of features that lists depend on, as a text to compare. */
export function joinMembers(features: readonly (Feature | LazyFeature | undefined)[]): string {
  return JSON.stringify(
    features.map((feature) => feature && [getListed(feature, false), getListed(feature, true)]),
  );
}

/** Returns the slugs of a feature in lists. */
export function getListed(feature: Feature | LazyFeature, isClientOnly: boolean): string[] {
  if ('slugs' in feature) {
    if (feature.isArchived) return [];
    return [...(isClientOnly ? feature.clientSlugs : feature.slugs)];
  }
  const { status, variables } = feature.shared;
  if (status === 'archived') return [];
  return variables.filter(({ isClient }) => isClient || !isClientOnly).map(({ slug }) => slug);
}

/** Returns the feature, or the lazy feature, that an entry of `variables` belongs to. */
export function getOwner(entry: Variable | LazyFeature | undefined): Feature | LazyFeature | undefined {
  return entry === undefined || entry.feature === undefined ? entry : entry.feature;
}

/** Creates a list. `slugs` are those of one feature after the other. */
function createVariableList(slugs: readonly string[]): VariableList {
  // Slugs are ASCII, of which code units and code points have one order.
  const order = slugs.map((_, index) => index);
  order.sort((left, right) => compare(slugs[left] as string, slugs[right] as string));
  const byFeature = Array.from<number>({ length: slugs.length });
  for (const [rank, index] of order.entries()) byFeature[index] = rank;
  return { slugs: order.map((index) => slugs[index] as string), byFeature };
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
