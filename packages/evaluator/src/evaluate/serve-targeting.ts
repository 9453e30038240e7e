import type { EvaluationContext } from '../context/context.ts';
import type { Test } from '../model/condition.ts';
import {
  findCandidates,
  groupAt,
  findLowestBit,
  matchesAll,
  type RuleIndexBlock,
} from '../model/rule-index-block.ts';
import type { Rule } from '../model/rule.ts';
import { nothingServed } from '../model/served.ts';
import type { Targeting } from '../model/targeting.ts';
import type { Salting } from '../values/bucket.ts';
import { serveRule } from './serve-rule.ts';

/** Returns the variation that the first matching rule serves (served.ts). */
export function serveTargeting(targeting: Targeting, context: EvaluationContext, now: number): number {
  const { blocks, rules } = targeting;
  let refused: Rule | undefined;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as RuleIndexBlock;
    for (let mask = findCandidates(block, context); mask !== 0; mask &= mask - 1) {
      const position = findLowestBit(mask);
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
