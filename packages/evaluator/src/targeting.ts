import { saltingOf, type Salting } from './bucket.ts';
import type { Referents, Test } from './conditions/condition.ts';
import type { EvaluationContext } from './context.ts';
import {
  candidatesOf,
  createBlocks,
  lowestBitOf,
  groupAt,
  type RuleIndexBlock,
} from './rule-index/rule-index-block.ts';
import { matchesAll, compileAnyOf, type ConditionGroup } from './rule-index/groups.ts';
import type { SharedFeature } from './compile/shared-feature.ts';
import { compileRule, serveRule, type Rule } from './rule.ts';
import { nothingServed } from './served.ts';
import type { Steps } from './compile/steps.ts';
import { listOf, recordOf } from './compile/stored.ts';

/** The targeting of one feature in one environment. The groups of all rules form one list, in the order of the rules. */
export interface Targeting {
  readonly isEnabled: boolean;
  readonly blocks: readonly RuleIndexBlock[];
  /** The rule of each group. */
  readonly rules: readonly Rule[];
  readonly salting: Salting | undefined;
}

const off: Targeting = { isEnabled: false, blocks: [], rules: [], salting: undefined };
const withoutRules: Targeting = { ...off, isEnabled: true };

/** Compiles targeting; `undefined` = there is no targeting object. It is off unless `enabled` is true. */
export function* compileTargeting(
  stored: unknown,
  shared: SharedFeature,
  variationIndexOf: (slug: unknown) => number | undefined,
  referents: Referents,
): Steps<Targeting | undefined> {
  const targeting = recordOf(stored);
  if (targeting === undefined) return undefined;
  if (targeting['enabled'] !== true) return off;
  const groups: ConditionGroup[] = [];
  const rules: Rule[] = [];
  for (const entry of listOf(targeting['rules']) ?? []) {
    const storedRule = recordOf(entry);
    const rule = storedRule && compileRule(storedRule, variationIndexOf);
    if (rule === undefined) continue;
    for (const group of (yield* compileAnyOf(storedRule?.['any_of'], referents)) ?? []) {
      groups.push(group);
      rules.push(rule);
    }
    yield;
  }
  if (rules.length === 0) return withoutRules;
  const needsBuckets = rules.some((rule) => rule.rollout !== undefined || rule.split !== undefined);
  return {
    isEnabled: true,
    blocks: yield* createBlocks(groups),
    // Copied, because an array that grew keeps spare capacity.
    rules: rules.slice(),
    salting: needsBuckets ? (shared.salting ??= saltingOf(shared.salt)) : undefined,
  };
}

/** Returns the variation that the first matching rule serves (served.ts). */
export function serveTargeting(targeting: Targeting, context: EvaluationContext, now: number): number {
  const { blocks, rules } = targeting;
  let refused: Rule | undefined;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as RuleIndexBlock;
    for (let mask = candidatesOf(block, context); mask !== 0; mask &= mask - 1) {
      const position = lowestBitOf(mask);
      const rule = rules[groupAt(index, position)] as Rule;
      // If a rule matched and served nothing, its other groups would serve nothing either.
      if (rule === refused || !matchesAll(block.tests[position] as readonly Test[], context)) continue;
      const served = serveRule(rule, targeting.salting as Salting, context, now);
      if (served !== nothingServed) return served;
      refused = rule;
    }
  }
  return nothingServed;
}
