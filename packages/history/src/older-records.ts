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
export function pairRules(
  before: readonly RuleDefinition[],
  after: readonly RuleDefinition[],
  getTexts: GetTexts = createRuleTexts(),
): Paired {
  return pairEntries(before, after, [
    byContent(getTexts),
    byName,
    (rule) => [getTexts(rule).unnamed],
    (rule) => {
      const { anyOf, serve } = getTexts(rule);
      return [rule.name === '' ? 'unnamed' : undefined, anyOf, serve];
    },
  ]);
}

/** Returns which of the rules that two sides added are one rule: by id; without ids equal rules, then those with the same name. */
export function pairNewRules(
  theirs: readonly RuleDefinition[],
  addedByThem: readonly number[],
  ours: readonly RuleDefinition[],
  addedByUs: readonly number[],
  getTexts: GetTexts,
): Pair[] {
  const pick = (rules: readonly RuleDefinition[], indexes: readonly number[]) =>
    indexes.map((index) => rules[index] as RuleDefinition);
  const { pairs } = pairEntries(pick(theirs, addedByThem), pick(ours, addedByUs), [
    byContent(getTexts),
    byName,
  ]);
  return pairs.map(([from, to]) => [addedByThem[from] as number, addedByUs[to] as number]);
}

/** A rule and its parts as texts without its id. Texts are equal where the parts are. */
interface RuleTexts {
  readonly whole: string;
  readonly unnamed: string;
  readonly anyOf: string;
  readonly serve: string;
}

export type GetTexts = (rule: RuleDefinition) => RuleTexts;

/** Creates a cache, so that each rule is written once, however often it is compared. */
export function createRuleTexts(): GetTexts {
  const known = new Map<RuleDefinition, RuleTexts>();
  return (rule) => {
    const texts = known.get(rule) ?? writeRule(rule);
    known.set(rule, texts);
    return texts;
  };
}

function writeRule({ id: _id, name, any_of, serve: served, ...rest }: RuleDefinition): RuleTexts {
  const [anyOf, serve] = [`for ${JSON.stringify(any_of)}`, `serves ${JSON.stringify(served)}`];
  const unnamed = `${JSON.stringify(rest)} ${anyOf} ${serve}`;
  return { whole: `${JSON.stringify(name)} ${unnamed}`, unnamed, anyOf, serve };
}

type Variables = DescribedFeature['variables'];
type Variations = DescribedFeature['variations'];

/** Returns which variable became which: by id; without ids by slug, then by position if the type is the same. */
export function pairVariables(before: Variables, after: Variables): Paired {
  const byPosition: GetKeys<Variables[number]> = ({ type }, index) => [`${index} ${type}`];
  const areAsMany = before.length === after.length;
  return pairEntries(before, after, [bySlug, ...(areAsMany ? [byPosition] : [])]);
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
  return pairEntries(renamed, after.variations, [bySlug, byValues]);
}

const byContent = (getTexts: GetTexts) => (rule: RuleDefinition) => [getTexts(rule).whole];
const byName = ({ name }: RuleDefinition) => [name === '' ? undefined : name];
const bySlug = ({ slug }: DescribedPart) => [slug];
