import type { JsonValue } from '@bunting/evaluator/definition';
import { type MetadataDescription, metadataDifferences } from './metadata-differences.ts';
import { added, changed, formatValue, moved, type Part, quoted, removed } from './difference.ts';
import { pairVariables, pairVariations } from '../older-records.ts';
import { movedPairs } from '../pair-entries.ts';
import type { DescribedPart } from '../snapshot.ts';
import { isEqual } from '../is-equal.ts';

/** A feature as audit records contain it. Those of older releases have no ids. */
export interface FeatureDescription extends MetadataDescription {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly status: string;
  readonly salt: string;
  readonly variables: readonly Variable[];
  readonly variations: readonly Variation[];
}

interface Variable extends DescribedPart {
  readonly type: string;
  readonly client: boolean;
  readonly description: string;
  readonly constraints: JsonValue;
}

interface Variation extends DescribedPart {
  readonly name: string;
  readonly values: Readonly<Record<string, JsonValue>>;
}

export function featureDifferences(
  before: FeatureDescription | null,
  after: FeatureDescription | null,
): Part[] {
  if (before === null)
    return after === null ? [] : [added(`created (${summarise(after)})`, withoutIds(after))];
  if (after === null) return [removed('deleted', withoutIds(before))];
  const parts: Part[] = [];
  for (const member of ['name', 'description'] as const) {
    const [was, is] = [before[member], after[member]];
    if (was !== is) parts.push(changed(member, was, is, [quoted(was), quoted(is)]));
  }
  for (const member of ['slug', 'status', 'salt'] as const) {
    if (before[member] !== after[member]) parts.push(changed(member, before[member], after[member]));
  }
  return [
    ...parts,
    ...metadataDifferences(before, after),
    ...variablesDifferences(before, after),
    ...variationsDifferences(before, after),
  ];
}

function summarise({ status, variables, variations }: FeatureDescription): string {
  const types = variables.map((variable) => `${variable.slug} ${describeType(variable)}`).join(', ');
  return `${status}; variables ${types || 'none'}; variations ${formatValue(variations.map(({ slug }) => slug))}`;
}

/** Describes a type. Records that are older than client variables have no `client`: none was one. */
function describeType({ type, client }: Variable): string {
  return client ? `${type} for clients` : type;
}

function variablesDifferences(
  { variables: before }: FeatureDescription,
  { variables: after }: FeatureDescription,
): Part[] {
  const paired = pairVariables(before, after);
  return [
    ...paired.pairs.flatMap(([from, to]) => variableDifferences(before[from]!, after[to]!)),
    ...paired.removed.map((index) =>
      removed(`variable ${before[index]!.slug}: removed`, withoutId(before[index]!)),
    ),
    ...paired.added.map((index) => {
      const variable = after[index]!;
      return added(`variable ${variable.slug}: added (${describeType(variable)})`, withoutId(variable));
    }),
  ];
}

function variableDifferences(was: Variable, is: Variable): Part[] {
  const label = `variable ${was.slug}:`;
  const [wasClient, isClient] = [was, is].map(({ client }) => client ?? false);
  return [
    ...(was.slug === is.slug ? [] : [changed(`${label} slug`, was.slug, is.slug)]),
    ...(was.type === is.type ? [] : [changed(`${label} type`, was.type, is.type)]),
    ...(wasClient === isClient ? [] : [changed(`${label} client`, wasClient, isClient)]),
    ...constraintDifferences(label, was, is),
  ];
}

/** Returns the differences of constraints. Records that are older than constraints have neither `description` nor `constraints`. */
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

function variationsDifferences(before: FeatureDescription, after: FeatureDescription): Part[] {
  const variables = pairVariables(before.variables, after.variables);
  const { pairs, ...others } = pairVariations(before, after, variables);
  const slugs = new Map(
    variables.pairs.map(([from, to]) => [before.variables[from]!.slug, after.variables[to]!.slug]),
  );
  const [were, are] = [before.variations, after.variations];
  return [
    ...pairs.flatMap(([from, to]) => variationDifferences(were[from]!, are[to]!, slugs)),
    ...others.removed.map((index) =>
      removed(`variation ${were[index]!.slug}: removed`, withoutId(were[index]!)),
    ),
    ...others.added.map((index) => {
      const { slug, values } = are[index]!;
      const texts = Object.entries(values).map(([variable, value]) => `${variable} ${formatValue(value)}`);
      return added(`variation ${slug}: added (${texts.join(', ')})`, withoutId(are[index]!));
    }),
    ...movedPairs(pairs).map((pair) => moved(`variation ${are[pair[1]]!.slug}`, pair)),
  ];
}

function variationDifferences(
  before: Variation,
  after: Variation,
  slugs: ReadonlyMap<string, string>,
): Part[] {
  const parts: Part[] = [];
  const label = `variation ${before.slug}:`;
  if (before.slug !== after.slug) {
    parts.push(changed(`${label} slug`, before.slug, after.slug));
  }
  if (before.name !== after.name) {
    parts.push(changed(`${label} name`, before.name, after.name, [quoted(before.name), quoted(after.name)]));
  }
  // Variables that were added or removed have a line of their own.
  for (const [variable, value] of Object.entries(before.values)) {
    const slug = slugs.get(variable);
    if (slug === undefined || !Object.hasOwn(after.values, slug)) continue;
    const other = after.values[slug];
    if (!isEqual(value, other)) parts.push(changed(`value of ${slug} in ${after.slug}`, value, other));
  }
  return parts;
}

/** Ids mean nothing to readers, and a dry run makes others. */
function withoutId({ id: _id, ...part }: { readonly id?: string }): JsonValue {
  return part;
}

function withoutIds(feature: FeatureDescription): JsonValue {
  const variables = feature.variables.map(withoutId);
  return { ...feature, variables, variations: feature.variations.map(withoutId) } as unknown as JsonValue;
}
