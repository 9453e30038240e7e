import type { FeatureFragment, SegmentFragment } from '@bunting/evaluator/definition';

/**
 * The names by which changes of an environment are reported, for a process that evaluates nothing. Takes a few hundred bytes per
 * feature instead of a compiled datafile.
 */
export interface Catalog {
  readonly features: Map<string, FeatureNames>;
  /** Slugs of the segments that name users, by id. */
  readonly personalSegments: Map<string, string>;
  /** Estimated bytes in memory. */
  weight: number;
}

/** Archived features have no variables. */
export interface FeatureNames {
  readonly variables: readonly string[];
  /** The part of `variables` that client keys may read. */
  readonly clientVariables: readonly string[];
  /** Variables of other features that its targeting names as prerequisites. */
  readonly prerequisites: readonly string[];
}

/** The variables that a new version may answer differently. */
export interface ChangedVariables {
  readonly variables: ReadonlySet<string>;
  readonly clientVariables: ReadonlySet<string>;
}

/** A fragment as a catalog sees it; null = it is gone, or cannot be read. */
export type CatalogFragment =
  | { readonly kind: 'feature'; readonly id: string; readonly feature: FeatureNames | null }
  | { readonly kind: 'segment'; readonly id: string; readonly personalSlug: string | null };

const none: readonly string[] = [];

export function getFeatureNames({ status, variables, targeting }: FeatureFragment): FeatureNames | null {
  if (status === 'archived' || variables.length === 0) return null;
  const slugs = variables.map(({ slug }) => slug);
  const clientVariables = variables.filter(({ client }) => client === true).map(({ slug }) => slug);
  const { prerequisites = [] } = (targeting ?? {}) as { prerequisites?: readonly { variable: string }[] };
  return {
    variables: slugs,
    clientVariables: clientVariables.length === 0 ? none : clientVariables,
    prerequisites: prerequisites.length === 0 ? none : prerequisites.map(({ variable }) => variable),
  };
}

/** Returns whether conditions compare the user's id or e-mail address with values, which are personal data. */
export function namesUsers(groups: SegmentFragment['any_of']): boolean {
  return groups.some(({ all_of: conditions }) =>
    conditions.some(
      ({ property, values = [] }) => (property === 'user_id' || property === 'email') && values.length > 0,
    ),
  );
}

/**
 * Applies fragments, and returns the variables that they change with those that depend on them; undefined = a segment changed, and any
 * variable may have.
 */
export function applyToCatalog(
  catalog: Catalog,
  fragments: readonly CatalogFragment[],
): ChangedVariables | undefined {
  const variables = new Set<string>();
  const clientVariables = new Set<string>();
  const add = (feature: FeatureNames | null | undefined) => {
    for (const slug of feature?.variables ?? none) variables.add(slug);
    for (const slug of feature?.clientVariables ?? none) clientVariables.add(slug);
  };
  let hasSegments = false;
  for (const fragment of fragments) {
    if (fragment.kind === 'segment') {
      hasSegments = true;
      catalog.weight += weightOfSegment(fragment.personalSlug);
      catalog.weight -= weightOfSegment(catalog.personalSegments.get(fragment.id));
      setOrDelete(catalog.personalSegments, fragment.id, fragment.personalSlug);
    } else {
      // A variable that was renamed or deleted is known by its old name to whoever asked for it.
      const before = catalog.features.get(fragment.id);
      add(before);
      add(fragment.feature);
      catalog.weight += weightOfNames(fragment.feature) - weightOfNames(before);
      setOrDelete(catalog.features, fragment.id, fragment.feature);
    }
  }
  if (hasSegments) return undefined;
  if (variables.size > 0) addDependents(catalog, variables, add);
  return { variables, clientVariables };
}

const entryBytes = 200;
/** Bytes of a string beyond its characters, and of its slot in a list. */
const textBytes = 40;

/** Estimates the bytes of a feature's names in memory. A variable may be in both lists of the feature. */
function weightOfNames(feature: FeatureNames | null | undefined): number {
  if (feature == null) return 0;
  const { variables, clientVariables, prerequisites } = feature;
  let bytes = entryBytes + 8 * clientVariables.length;
  for (const slug of variables) bytes += textBytes + slug.length;
  for (const slug of prerequisites) bytes += textBytes + slug.length;
  return bytes;
}

function weightOfSegment(slug: string | null | undefined): number {
  return slug == null ? 0 : entryBytes + slug.length;
}

/** Adds the features whose prerequisites name a changed variable, and those that name theirs. */
function addDependents(
  { features }: Catalog,
  variables: ReadonlySet<string>,
  add: (feature: FeatureNames) => void,
): void {
  const dependent = [...features.values()].filter(({ prerequisites }) => prerequisites.length > 0);
  for (let size = -1; size !== variables.size;) {
    size = variables.size;
    for (const feature of dependent) {
      if (feature.prerequisites.some((slug) => variables.has(slug))) add(feature);
    }
  }
}

function setOrDelete<Value>(map: Map<string, Value>, id: string, value: Value | null): void {
  if (value === null) map.delete(id);
  else map.set(id, value);
}
