import type { JsonValue } from '@bunting/evaluator/definition';
import { type MetadataDescription, metadataDifferences } from './metadata-differences.ts';
import { added, changed, formatValue, json, moved, type Part, quoted, removed } from './difference.ts';
import { matchParts, movedPairs } from './match-parts.ts';
import { isEqual } from '../is-equal.ts';

/** A feature as audit records contain it. */
export interface FeatureDescription extends MetadataDescription {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly status: string;
  readonly salt: string;
  readonly variables: readonly {
    readonly slug: string;
    readonly type: string;
    readonly client: boolean;
    readonly description: string;
    readonly constraints: object | null;
  }[];
  readonly variations: readonly {
    readonly slug: string;
    readonly name: string;
    readonly values: Readonly<Record<string, JsonValue>>;
  }[];
}
type Variable = FeatureDescription['variables'][number];
type Variation = FeatureDescription['variations'][number];

export function featureDifferences(
  before: FeatureDescription | null,
  after: FeatureDescription | null,
): Part[] {
  if (before === null) return after === null ? [] : [added(`created (${summarise(after)})`, json(after))];
  if (after === null) return [removed('deleted', json(before))];
  const parts: Part[] = [];
  for (const member of ['name', 'description'] as const) {
    const [was, is] = [before[member], after[member]];
    if (was !== is) parts.push(changed(member, was, is, [quoted(was), quoted(is)]));
  }
  for (const member of ['slug', 'status', 'salt'] as const) {
    if (before[member] !== after[member]) parts.push(changed(member, before[member], after[member]));
  }
  const renamed = renamedVariables(before, after);
  return [
    ...parts,
    ...metadataDifferences(before, after),
    ...variableDifferences(before, after, renamed),
    ...variationsDifferences(before, after, renamed),
  ];
}

function summarise({ status, variables, variations }: FeatureDescription): string {
  const types = variables.map((variable) => `${variable.slug} ${describeType(variable)}`).join(', ');
  return `${status}; variables ${types || 'none'}; variations ${formatValue(variations.map(({ slug }) => slug))}`;
}

/** `client` is missing in records that a release before client variables wrote: none was one. */
function describeType({ type, client }: Variable): string {
  return client ? `${type} for clients` : type;
}

/**
 * Old slug → new slug. Records contain slugs but no ids, so a variable counts as renamed when one with another slug and the same
 * type is at the same index afterwards.
 */
export function renamedVariables(
  { variables: before }: FeatureDescription,
  { variables: after }: FeatureDescription,
): ReadonlyMap<string, string> {
  if (before.length !== after.length) return new Map();
  const [oldSlugs, newSlugs] = [before, after].map((list) => new Set(list.map(({ slug }) => slug)));
  return new Map(
    before.flatMap(({ slug, type }, index) => {
      const other = after[index];
      if (other === undefined || other.type !== type) return [];
      return newSlugs?.has(slug) || oldSlugs?.has(other.slug) ? [] : [[slug, other.slug]];
    }),
  );
}

function variableDifferences(
  { variables: before }: FeatureDescription,
  { variables: after }: FeatureDescription,
  renamed: ReadonlyMap<string, string>,
): Part[] {
  const matched = matchParts(before, after, [
    (left, right) => (renamed.get(left.slug) ?? left.slug) === right.slug,
  ]);
  return [
    ...matched.pairs.flatMap(([from, to]) => variableDifferencesOf(before[from]!, after[to]!)),
    ...matched.removed.map((index) =>
      removed(`variable ${before[index]!.slug}: removed`, json(before[index]!)),
    ),
    ...matched.added.map((index) => {
      const variable = after[index]!;
      return added(`variable ${variable.slug}: added (${describeType(variable)})`, json(variable));
    }),
  ];
}

function variableDifferencesOf(was: Variable, is: Variable): Part[] {
  const label = `variable ${was.slug}:`;
  const [wasClient, isClient] = [was, is].map(({ client }) => client ?? false);
  return [
    ...(was.slug === is.slug ? [] : [changed(`${label} slug`, was.slug, is.slug)]),
    ...(was.type === is.type ? [] : [changed(`${label} type`, was.type, is.type)]),
    ...(wasClient === isClient ? [] : [changed(`${label} client`, wasClient, isClient)]),
    ...constraintDifferences(label, was, is),
  ];
}

/** `description` and `constraints` are missing in records of a release before constraints. */
function constraintDifferences(label: string, was: Partial<Variable>, is: Partial<Variable>): Part[] {
  const [description, other] = [was.description ?? '', is.description ?? ''];
  const [before, after] = [was.constraints ?? {}, is.constraints ?? {}] as Readonly<
    Record<string, JsonValue>
  >[];
  const names = [...new Set([...Object.keys(before!), ...Object.keys(after!)])];
  return [
    ...(description === other
      ? []
      : [changed(`${label} description`, description, other, [quoted(description), quoted(other)])]),
    ...names
      .filter((name) => !isEqual(before![name], after![name]))
      .map((name) => changed(`${label} ${name}`, before![name], after![name])),
  ];
}

function variationsDifferences(
  { variations: before }: FeatureDescription,
  { variations: after }: FeatureDescription,
  renamed: ReadonlyMap<string, string>,
): Part[] {
  const matched = matchParts(before, after, [
    (left, right) => left.slug === right.slug,
    (left, right) => isEqual(renameValues(left, renamed), right.values),
  ]);
  return [
    ...matched.pairs.flatMap(([from, to]) => variationDifferences(before[from]!, after[to]!, renamed)),
    ...matched.removed.map((index) =>
      removed(`variation ${before[index]!.slug}: removed`, json(before[index]!)),
    ),
    ...matched.added.map((index) => {
      const { slug, values } = after[index]!;
      const texts = Object.entries(values).map(([variable, value]) => `${variable} ${formatValue(value)}`);
      return added(`variation ${slug}: added (${texts.join(', ')})`, json(after[index]!));
    }),
    ...movedPairs(matched.pairs).map((pair) => moved(`variation ${after[pair[1]]!.slug}`, pair)),
  ];
}

function variationDifferences(
  before: Variation,
  after: Variation,
  renamed: ReadonlyMap<string, string>,
): Part[] {
  const parts: Part[] = [];
  const label = `variation ${before.slug}:`;
  if (before.slug !== after.slug) {
    parts.push(changed(`${label} slug`, before.slug, after.slug));
  }
  if (before.name !== after.name) {
    parts.push(changed(`${label} name`, before.name, after.name, [quoted(before.name), quoted(after.name)]));
  }
  const values = renameValues(before, renamed);
  for (const [variable, value] of Object.entries(after.values)) {
    // Variables that were added or removed have a line of their own.
    if (!Object.hasOwn(values, variable) || isEqual(values[variable], value)) continue;
    parts.push(changed(`value of ${variable} in ${after.slug}`, values[variable], value));
  }
  return parts;
}

/** The values under the names that the variables have afterwards. */
export function renameValues(
  { values }: Variation,
  renamed: ReadonlyMap<string, string>,
): Variation['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [renamed.get(name) ?? name, value]),
  );
}
