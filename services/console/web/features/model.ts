import type { ServedSummary } from '../api/types.ts';

/** What a cell of the list says of an environment: a word, and the shares that are drawn beside it. */
export interface State {
  readonly word: string;
  readonly tone: 'on' | 'off' | 'plain';
  readonly shares: readonly { readonly variation: string; readonly weight: number }[];
}

export function stateOf(
  { targeting, rules, rule_count: count, defaults }: ServedSummary,
  status: string,
): State {
  const served = [...new Set(Object.values(defaults))];
  const shares = served.length === 1 ? [{ variation: served[0]!, weight: 100 }] : [];
  if (status === 'archived') return { word: 'nothing', tone: 'off', shares: [] };
  if (status === 'complete') return { word: 'default', tone: 'plain', shares };
  if (targeting === 'off') return { word: 'off', tone: 'off', shares: [] };
  if (targeting === 'none')
    return { word: served.length === 0 ? 'nothing' : 'default', tone: 'plain', shares };
  const first = rules.find(({ enabled }) => enabled);
  if (count === 0 || first === undefined) return { word: 'no rules', tone: 'on', shares };
  return { word: count === 1 ? '1 rule' : `${count} rules`, tone: 'on', shares: first.serves };
}
