/** What two environments serve of a feature, beside each other. Pure. */
import type { Rule, Targeting } from '../api/types.ts';

export interface ComparedRule {
  readonly left: { readonly rule: Rule; readonly number: number } | undefined;
  readonly right: { readonly rule: Rule; readonly number: number } | undefined;
  /** 'same' = as it is, and at the same place. */
  readonly kind: 'same' | 'moved' | 'differs' | 'left' | 'right';
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Pairs rules by name, else by content; what stays unpaired is on one side alone. Rows are in the order of the left side. */
export function compareRules(left: Targeting | null, right: Targeting | null): ComparedRule[] {
  const [ours, theirs] = [left?.rules ?? [], right?.rules ?? []];
  const free = new Set(theirs.keys());
  const pair = (isPair: (rule: Rule) => boolean): number | undefined =>
    [...free].find((at) => isPair(theirs[at]!));
  const partners = ours.map((rule) => {
    const at =
      pair((other) => same(rule, other)) ??
      (rule.name ? pair((other) => other.name === rule.name) : undefined);
    if (at !== undefined) free.delete(at);
    return at;
  });
  const rows: ComparedRule[] = ours.map((rule, index) => {
    const at = partners[index];
    const here = { rule, number: index + 1 };
    if (at === undefined) return { left: here, right: undefined, kind: 'left' };
    const kind = !same(rule, theirs[at]) ? 'differs' : at === index ? 'same' : 'moved';
    return { left: here, right: { rule: theirs[at]!, number: at + 1 }, kind };
  });
  const alone = [...free].map((at): ComparedRule => {
    return { left: undefined, right: { rule: theirs[at]!, number: at + 1 }, kind: 'right' };
  });
  return [...rows, ...alone];
}

/** How many rules differ, in words. */
export function summaryOf(rows: readonly ComparedRule[]): string {
  const different = rows.filter(({ kind }) => kind !== 'same').length;
  if (different === 0) return 'The rules are the same.';
  return different === 1 ? '1 rule differs.' : `${different} rules differ.`;
}
