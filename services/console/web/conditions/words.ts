/** Targeting in plain words. Whole sentences, one place. */
import type { Condition, Rule, Serving } from '../api/types.ts';

export const operatorWords: Readonly<Record<string, string>> = {
  exists: 'is set',
  not_exists: 'is not set',
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'begins with',
  not_starts_with: 'does not begin with',
  ends_with: 'ends with',
  not_ends_with: 'does not end with',
  matches: 'matches',
  not_matches: 'does not match',
  eq: '=',
  neq: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  semver_eq: 'is version',
  semver_neq: 'is not version',
  semver_gt: 'is newer than',
  semver_gte: 'is at least',
  semver_lt: 'is older than',
  semver_lte: 'is at most',
  before: 'is before',
  after: 'is after',
  in_cidr: 'is in network',
  not_in_cidr: 'is not in network',
  contains_any: 'has any of',
  contains_all: 'has all of',
  contains_none: 'has none of',
  in_segment: 'is in',
  not_in_segment: 'is not in',
};

/** The attribute that a condition looks at: `email`, `custom.plan`. */
export function attributeOf({
  property,
  custom_key: key,
}: Pick<Condition, 'property' | 'custom_key'>): string {
  return property === 'custom' ? `custom.${key ?? ''}` : property;
}

export const operatorOf = ({ operator }: Pick<Condition, 'operator'>): string =>
  operatorWords[operator] ?? operator;

/** "Staff get One page. Canada: 50 % Off, 50 % One page. Everybody else gets Off." */
export function sentenceOf(
  { targeting, defaults }: Pick<Serving, 'targeting' | 'defaults'>,
  nameOf: (variation: string) => string,
): string {
  const otherwise = defaultSentence(
    defaults,
    nameOf,
    targeting === null ? 'Everybody gets' : 'Everybody else gets',
  );
  if (targeting === null) return otherwise;
  const { enabled, rules = [] } = targeting as { enabled: boolean; rules?: readonly Rule[] };
  if (!enabled) return 'Switched off: nobody gets anything, applications use the values in their code.';
  const shown = rules.filter((rule) => rule.enabled !== false);
  const sentences = shown.slice(0, 4).map((rule) => ruleSentence(rule, nameOf));
  const more = shown.length > 4 ? [`${shown.length - 4} more rules follow.`] : [];
  const last = shown.length === 0 ? defaultSentence(defaults, nameOf, 'Everybody gets') : otherwise;
  return [...sentences, ...more, last].join(' ');
}

/** The same of a feature with this status: what is complete or archived follows no rules. */
export function servedSentenceOf(
  status: string,
  serving: Pick<Serving, 'targeting' | 'defaults'>,
  nameOf: (variation: string) => string,
): string {
  if (status === 'archived')
    return 'Archived: nobody gets anything, applications use the values in their code.';
  if (status === 'complete') return `Complete. ${sentenceOf({ ...serving, targeting: null }, nameOf)}`;
  return sentenceOf(serving, nameOf);
}

function ruleSentence(rule: Rule, nameOf: (variation: string) => string): string {
  const who = rule.name || (rule.any_of?.length ? 'Who matches' : 'Everybody');
  const { variation, split = [] } = rule.serve;
  const what =
    variation === undefined
      ? split.map((share) => `${share.weight} % ${nameOf(share.variation)}`).join(', ')
      : nameOf(variation);
  const part = rule.rollout?.percentage;
  const limits = [
    ...(part === undefined || part === 100 ? [] : [`${part} % of them`]),
    ...(rule.rollout?.stages ? ['in stages'] : []),
    ...(rule.schedule ? ['on a schedule'] : []),
  ];
  return `${who}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}: ${what}.`;
}

function defaultSentence(
  defaults: Readonly<Record<string, string | null>>,
  nameOf: (variation: string) => string,
  who: string,
): string {
  const served = [...new Set(Object.values(defaults))];
  if (served.length === 0) return 'There is no variable yet, so nothing is served.';
  if (served.length > 1) {
    const each = Object.entries(defaults).map(
      ([variable, to]) => `${to === null ? 'nothing' : nameOf(to)} for ${variable}`,
    );
    return `${who} ${each.join(', ')}.`;
  }
  const [only] = served;
  return only === null || only === undefined ? `${who} nothing.` : `${who} ${nameOf(only)}.`;
}
