import type { Explanation } from '../api/types.ts';

/** The order in which an answer is decided (decisions §1.1), in words; the line that decided is marked. */
export const reasonWords: Readonly<Record<string, string>> = {
  targeting_rule_matched: 'A rule matches and serves.',
  self_targeting_override: 'This user is pinned to a variation, whatever the rules say.',
  default_variation: 'There is no targeting: everybody gets the default.',
  no_rule_matched: 'No rule matches: the default is served.',
  feature_complete: 'The feature is complete: rules are skipped, the default is served.',
  targeting_disabled: 'Targeting is off: nothing is served, applications use the value in their code.',
  variable_not_found: 'There is no such variable here, or its feature is archived.',
};

export const outcomeWords: Readonly<Record<string, string>> = {
  serves: 'matches',
  disabled: 'disabled',
  malformed: 'beyond the limits, skipped',
  not_matched: 'not matched',
  outside_schedule: 'outside its schedule',
  no_bucketing_key: 'the user has nothing to be bucketed by',
  outside_rollout: 'outside its rollout',
};

/** The user of the address, behind its hash: no server and no log sees it. */
export function userOfHash(hash: string): string | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, '')).get('user');
  return given ?? undefined;
}

export const hashOfUser = (text: string): string => new URLSearchParams({ user: text }).toString();

/** The object that was typed, or what is wrong with it. Empty = an anonymous user. */
export function readUser(text: string): { user: Record<string, unknown> } | { wrong: string } {
  if (text.trim() === '') return { user: {} };
  try {
    const user = JSON.parse(text) as unknown;
    if (typeof user === 'object' && user !== null && !Array.isArray(user))
      return { user: user as Record<string, unknown> };
    return { wrong: 'A user is an object, such as {"id": "user-1"}.' };
  } catch (error) {
    return { wrong: `Not JSON yet: ${(error as Error).message}` };
  }
}

/** What a condition saw of the user. */
export function sawOf(attribute: unknown): string {
  if (attribute === null || attribute === undefined) return '';
  const { state, given } = attribute as { state?: string; given?: unknown };
  if (state !== undefined && state !== 'present') return `saw: ${state.replaceAll('_', ' ')}`;
  const text = JSON.stringify(given) ?? '';
  return `saw ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}

export type ExplainedRule = Explanation['rules'][number];
