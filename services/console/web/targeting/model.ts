/** The document that an environment serves of a feature, and what people do to it. Pure: nothing is changed in place. */
import type { Rule, Share, Targeting } from '../api/types.ts';

export interface Document {
  readonly targeting: Targeting | null;
  readonly defaults: Readonly<Record<string, string | null>>;
}

/** What the server sends, in the form in which it is edited. */
export function documentOf(serving: {
  targeting: unknown;
  defaults: Readonly<Record<string, string | null>>;
}): Document {
  const given = serving.targeting as Partial<Targeting> | null;
  const targeting = given === null ? null : { enabled: given.enabled ?? false, rules: given.rules ?? [] };
  return { targeting, defaults: serving.defaults };
}

const rulesOf = ({ targeting }: Document) => targeting?.rules ?? [];

function withRules(document: Document, rules: readonly Rule[]): Document {
  return { ...document, targeting: { enabled: document.targeting?.enabled ?? true, rules } };
}

export function addRule(document: Document, variation: string): Document {
  const rule: Rule = { name: '', enabled: true, any_of: [], serve: { variation } };
  return withRules(document, [...rulesOf(document), rule]);
}

export function changeRule(document: Document, at: number, changed: Rule): Document {
  return withRules(
    document,
    rulesOf(document).map((rule, index) => (index === at ? changed : rule)),
  );
}

export function duplicateRule(document: Document, at: number): Document {
  const rules = rulesOf(document);
  const copy = { ...rules[at]!, name: rules[at]!.name ? `${rules[at]!.name} (copy)` : '' };
  return withRules(document, rules.toSpliced(at + 1, 0, copy));
}

export function removeRule(document: Document, at: number): Document {
  return withRules(document, rulesOf(document).toSpliced(at, 1));
}

/** Moves a rule up or down by places; the ends are the ends. */
export function moveRule(document: Document, at: number, by: number): Document {
  const rules = rulesOf(document);
  const to = Math.min(Math.max(at + by, 0), rules.length - 1);
  return withRules(document, rules.toSpliced(at, 1).toSpliced(to, 0, rules[at]!));
}

export function switchTargeting(document: Document, enabled: boolean): Document {
  return { ...document, targeting: { enabled, rules: rulesOf(document) } };
}

export function withDefault(document: Document, variable: string, variation: string | null): Document {
  return { ...document, defaults: { ...document.defaults, [variable]: variation } };
}

/** A rule serves one variation, or splits its users among several. */
export function serveOne(rule: Rule, variation: string): Rule {
  return { ...rule, serve: { variation } };
}

/** A split in equal parts, which are exact in thousandths of a per cent. */
export function serveSplit(rule: Rule, variations: readonly string[]): Rule {
  const { bucket_by: bucketBy } = rule.serve;
  const split = variations.map((variation) => ({ variation, weight: 0 }));
  return { ...rule, serve: { split: even(split), ...(bucketBy && { bucket_by: bucketBy }) } };
}

/** Thousandths of a per cent: all arithmetic is done in whole numbers. */
const whole = 100_000;

function even(split: readonly Share[]): Share[] {
  const part = Math.floor(whole / split.length);
  return split.map((share, index) => ({
    ...share,
    weight: (index === split.length - 1 ? whole - part * (split.length - 1) : part) / 1_000,
  }));
}

/** Gives a share its weight; the others give way in proportion, and the sum stays 100. */
export function withWeight(split: readonly Share[], at: number, weight: number): Share[] {
  const wanted = Math.round(Math.min(Math.max(weight, 0), 100) * 1_000);
  const rest = whole - wanted;
  const others = split.reduce(
    (sum, share, index) => sum + (index === at ? 0 : Math.round(share.weight * 1_000)),
    0,
  );
  const weights = split.map((share, index) => {
    if (index === at) return wanted;
    const own = Math.round(share.weight * 1_000);
    return Math.floor(others === 0 ? rest / (split.length - 1) : (own * rest) / others);
  });
  const missing = whole - weights.reduce((sum, each) => sum + each, 0);
  const receiver = weights.findLastIndex((_, index) => index !== at);
  return split.map((share, index) => ({
    ...share,
    weight: (weights[index]! + (index === receiver ? missing : 0)) / 1_000,
  }));
}

/** What is worth a look, and never blocks. */
export function hintsOf({ targeting }: Document, at: number): string[] {
  const rule = targeting?.rules[at];
  if (rule === undefined) return [];
  const earlier = targeting!.rules.slice(0, at);
  const isEverybody = (each: Rule) =>
    each.enabled !== false &&
    !each.any_of?.length &&
    !each.schedule &&
    (each.rollout?.percentage ?? 100) === 100 &&
    !each.rollout?.stages;
  const blocker = earlier.findIndex(isEverybody);
  const conditions = (rule.any_of ?? []).flatMap(({ all_of: all }) => all);
  const isEmpty = conditions.some(
    ({ values, operator }) => !operator.endsWith('exists') && (values ?? []).length === 0,
  );
  const zero = rule.serve.split?.find(({ weight }) => weight === 0);
  const end = rule.schedule?.to;
  return [
    ...(blocker >= 0 ? [`Nobody reaches this rule: rule ${blocker + 1} serves everybody.`] : []),
    ...(isEmpty ? ['A condition has no value yet.'] : []),
    ...(zero ? [`${zero.variation} has a share of 0.`] : []),
    ...(end && new Date(end) < new Date() ? ['Its schedule is over.'] : []),
  ];
}
