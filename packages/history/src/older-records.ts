import type { JsonValue, RuleDefinition } from '@bunting/evaluator/definition';
import { type GetKeys, type Pair, pairEntries, type Paired } from './pair-entries.ts';
import type { DescribedFeature, DescribedPart } from './snapshot.ts';

// Pairs rules, variables and variations by likeness where they have no ids: in audit records that were written before 0.2.0, and in states
// that somebody sends without ids. Everything with ids is paired by them. The likeness of rules may go one major release later, when the
// audit log keeps no such records any more (AUDIT_RETENTION_DAYS); what is sent is then paired by `withRuleIds`.

/**
 * Returns which rule of one targeting became which of another: by id; without ids first equal rules, then those with the same name, then
 * those that differ in their names alone, then those without a name, for the same users or with the same serve.
 */
export function pairRules(before: readonly RuleDefinition[], after: readonly RuleDefinition[]): Paired {
  return pairEntries(before, after, [
    byId,
    byContent,
    byName,
    (rule) => [JSON.stringify({ ...rule, id: undefined, name: undefined })],
    ({ name, any_of: anyOf, serve }) => [
      name === '' ? 'unnamed' : undefined,
      `for ${JSON.stringify(anyOf)}`,
      `serves ${JSON.stringify(serve)}`,
    ],
  ]);
}

/** Returns which of the rules that two sides added are one rule: by id; without ids equal rules, then those with the same name. */
export function pairNewRules(
  theirs: readonly RuleDefinition[],
  addedByThem: readonly number[],
  ours: readonly RuleDefinition[],
  addedByUs: readonly number[],
): Pair[] {
  const pick = (rules: readonly RuleDefinition[], indexes: readonly number[]) =>
    indexes.map((index) => rules[index] as RuleDefinition);
  const { pairs } = pairEntries(pick(theirs, addedByThem), pick(ours, addedByUs), [byId, byContent, byName]);
  return pairs.map(([from, to]) => [addedByThem[from] as number, addedByUs[to] as number]);
}

type Variables = DescribedFeature['variables'];
type Variations = DescribedFeature['variations'];

/** Returns which variable became which: by id; without ids by slug, then by position if the type is the same. */
export function pairVariables(before: Variables, after: Variables): Paired {
  const byPosition: GetKeys<Variables[number]> = ({ type }, index) => [`${index} ${type}`];
  const areAsMany = before.length === after.length;
  return pairEntries(before, after, [byId, bySlug, ...(areAsMany ? [byPosition] : [])]);
}

/** Returns which variation became which: by id; without ids by slug, then by equal values. `variables` pairs the variables of both. */
export function pairVariations(
  before: Pick<DescribedFeature, 'variables' | 'variations'>,
  after: Pick<DescribedFeature, 'variables' | 'variations'>,
  variables = pairVariables(before.variables, after.variables),
): Paired {
  const slugs = new Map(
    variables.pairs.map(([from, to]) => [before.variables[from]?.slug, after.variables[to]?.slug]),
  );
  const renamed = before.variations.map((variation) => ({
    ...variation,
    values: Object.fromEntries(
      Object.entries(variation.values).map(([name, value]): [string, JsonValue] => [
        slugs.get(name) ?? name,
        value,
      ]),
    ),
  }));
  const byValues: GetKeys<Variations[number]> = ({ values }) => [
    JSON.stringify(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  ];
  return pairEntries(renamed, after.variations, [byId, bySlug, byValues]);
}

const byContent = (rule: RuleDefinition) => [JSON.stringify({ ...rule, id: undefined })];
const byName = ({ name }: RuleDefinition) => [name === '' ? undefined : name];
const byId = ({ id }: { readonly id?: string }) => [id];
const bySlug = ({ slug }: DescribedPart) => [slug];
