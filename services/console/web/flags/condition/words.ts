/** Describes targeting in sentences. Pure. */
import type { Condition, Group, Prerequisite, Rule, Serving } from '../../api/types.ts';
import { isForEveryone } from './model.ts';

export const operatorWords: Readonly<Record<string, string>> = {
  exists: 'is set',
  not_exists: 'is not set',
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  not_starts_with: 'does not start with',
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

/** Returns the attribute of a condition: `email`, `custom.plan`. */
export function getAttribute({
  property,
  custom_key: key,
}: Pick<Condition, 'property' | 'custom_key'>): string {
  return property === 'custom' ? `custom.${key ?? ''}` : property;
}

export const getOperatorWords = ({ operator }: Pick<Condition, 'operator'>): string =>
  operatorWords[operator] ?? operator;

/** Formats a condition as `email ends with @acme.example`. */
function conditionInWords(condition: Condition): string {
  const words = [getAttribute(condition), getOperatorWords(condition), (condition.values ?? []).join(', ')];
  return `${words.filter(Boolean).join(' ')}${condition.ignore_case ? ' (ignore case)' : ''}`;
}

/** Formats conditions as `email ends with @acme.example and country is CA or plan is pro`. */
export const conditionsInWords = (groups: readonly Group[]): string =>
  groups.map(({ all_of: all }) => all.map(conditionInWords).join(' and ')).join(' or ');

/** Formats the first conditions, as many as fit into a sentence. */
function conditionsInShort(groups: readonly Group[]): string {
  const [first, ...others] = groups;
  const conditions = (first?.all_of ?? []).map((each) => {
    const values = each.values ?? [];
    const more = values.length > 3 ? [`${values.length - 3} more`] : [];
    return { ...each, values: [...values.slice(0, 3), ...more] };
  });
  const isWhole = others.length === 0 && conditions.length <= 2;
  return `${conditionsInWords([{ all_of: conditions.slice(0, 2) }])}${isWhole ? '' : ' …'}`;
}

/** Describes targeting as "Staff: One page. Canada: 50% Off, 50% One page. Everyone else gets Off." */
export function describeTargeting(
  { targeting, defaults }: Pick<Serving, 'targeting' | 'defaults'>,
  nameOf: (variation: string) => string,
): string {
  if (targeting === null) return defaultSentence(defaults, nameOf, 'Everyone gets');
  const {
    enabled,
    prerequisites = [],
    rules = [],
  } = targeting as { enabled: boolean; prerequisites?: readonly Prerequisite[]; rules?: readonly Rule[] };
  if (!enabled) return 'Switched off. Apps use their code defaults.';
  const on = rules.filter((rule) => rule.enabled !== false);
  // Rules and defaults after a rule for everyone are never reached.
  const end = on.findIndex(isForEveryone);
  const shown = end === -1 ? on : on.slice(0, end);
  const sentences = shown.slice(0, 4).map((rule) => ruleSentence(rule, nameOf));
  const more =
    shown.length > 4 ? [shown.length === 5 ? '1 more rule.' : `${shown.length - 4} more rules.`] : [];
  const who = shown.length === 0 ? 'Everyone' : 'Everyone else';
  const last =
    end === -1 ? defaultSentence(defaults, nameOf, `${who} gets`) : everyoneSentence(on[end]!, nameOf, who);
  return [...prerequisiteSentence(prerequisites), ...sentences, ...more, last].join(' ');
}

/** Formats "Requires payments-enabled to serve on or beta, and 2 more."; none = nothing. */
function prerequisiteSentence([first, ...others]: readonly Prerequisite[]): string[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return [`Requires ${first.variable} to serve ${first.variations.join(' or ')}${more}.`];
}

/** Formats "Everyone gets On.", or with a name "Rest (everyone else): 50% Off, 50% On." */
function everyoneSentence({ name, serve }: Rule, nameOf: (variation: string) => string, who: string): string {
  const what = servedInWords(serve, nameOf);
  if (name) return `${name} (${who.toLowerCase()}): ${what}.`;
  return serve.variation === undefined ? `${who}: ${what}.` : `${who} gets ${what}.`;
}

/** Describes targeting under a status: complete and archived features do not follow rules. */
export function describeServed(
  status: string,
  serving: Pick<Serving, 'targeting' | 'defaults'>,
  nameOf: (variation: string) => string,
): string {
  if (status === 'archived') return 'Archived. Apps use their code defaults.';
  if (status === 'complete') return `Complete. ${describeTargeting({ ...serving, targeting: null }, nameOf)}`;
  return describeTargeting(serving, nameOf);
}

/** Formats "One page" or "50% Off, 50% One page". */
export function servedInWords(
  { variation, split = [] }: Rule['serve'],
  nameOf: (variation: string) => string,
): string {
  if (variation !== undefined) return nameOf(variation);
  return split.map((share) => `${share.weight}% ${nameOf(share.variation)}`).join(', ');
}

function ruleSentence(rule: Rule, nameOf: (variation: string) => string): string {
  const groups = rule.any_of ?? [];
  const who = rule.name || (groups.length > 0 ? `If ${conditionsInShort(groups)}` : 'Everyone');
  const part = rule.rollout?.percentage;
  const limits = [
    ...(part === undefined || part === 100 ? [] : [`${part}%`]),
    ...(rule.rollout?.stages ? ['gradual rollout'] : []),
    ...(rule.schedule ? ['scheduled'] : []),
  ];
  return `${who}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}: ${servedInWords(rule.serve, nameOf)}.`;
}

function defaultSentence(
  defaults: Readonly<Record<string, string | null>>,
  nameOf: (variation: string) => string,
  who: string,
): string {
  const served = [...new Set(Object.values(defaults))];
  if (served.length === 0) return 'No variables yet, so nothing is served.';
  if (served.length > 1) {
    const each = Object.entries(defaults).map(
      ([variable, to]) => `${to === null ? 'no value' : nameOf(to)} for ${variable}`,
    );
    return `${who} ${each.join(', ')}.`;
  }
  const [only] = served;
  return only === null || only === undefined ? `${who} no value.` : `${who} ${nameOf(only)}.`;
}
