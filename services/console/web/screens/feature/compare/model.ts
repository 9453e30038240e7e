/** Compares two environments. Pure. */
import type { Rule, Serving, Targeting } from '../../../api/types.ts';
import { getTargetingState } from '../../../flags/targeting-states.ts';

export interface ComparedRule {
  readonly left: { readonly rule: Rule; readonly number: number } | undefined;
  readonly right: { readonly rule: Rule; readonly number: number } | undefined;
  /** 'same' means equal, and at the same position. */
  readonly kind: 'same' | 'moved' | 'differs' | 'left' | 'right';
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Pairs rules by name, else by content. Unpaired rules are on one side only. Rows are in the order of the left side. */
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

/** The result of a comparison. */
interface Compared {
  readonly stateDiffers: boolean;
  readonly rules: readonly ComparedRule[];
  /** Variables with different defaults. */
  readonly defaults: readonly string[];
  /** Only the number of overrides is compared, because environments have different users. */
  readonly overridesDiffer: boolean;
}

type Side = Pick<Serving, 'defaults'> & {
  readonly targeting: Targeting | null;
  readonly overrides: { readonly count: number };
};

export function compare(one: Side, other: Side, variables: readonly { readonly slug: string }[]): Compared {
  return {
    stateDiffers: getTargetingState(one.targeting) !== getTargetingState(other.targeting),
    rules: compareRules(one.targeting, other.targeting),
    defaults: variables
      .map(({ slug }) => slug)
      .filter((slug) => (one.defaults[slug] ?? null) !== (other.defaults[slug] ?? null)),
    overridesDiffer: one.overrides.count !== other.overrides.count,
  };
}

/** Summarises the differences in a sentence. */
export function summarise({ stateDiffers, rules, defaults, overridesDiffer }: Compared): string {
  const changedRules = rules.filter(({ kind }) => kind !== 'same').length;
  const parts = [
    ...(stateDiffers ? ['targeting state'] : []),
    ...(changedRules === 0 ? [] : [counted(changedRules, 'rule')]),
    ...(defaults.length === 0 ? [] : [counted(defaults.length, 'default')]),
    ...(overridesDiffer ? ['number of overrides'] : []),
  ];
  if (parts.length === 0) return 'No differences in targeting, rules, defaults and the number of overrides.';
  const count = Number(stateDiffers) + changedRules + defaults.length + Number(overridesDiffer);
  return `${counted(count, 'difference')}: ${parts.join(', ')}`;
}

const counted = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);
