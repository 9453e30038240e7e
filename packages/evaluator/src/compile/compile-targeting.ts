import { asList, asRecord } from '../definition/stored.ts';
import type { ConditionGroup } from '../model/condition.ts';
import type { Rule } from '../model/rule.ts';
import { nothingServed } from '../model/served.ts';
import type { SharedFeature } from '../model/shared-feature.ts';
import type { Targeting } from '../model/targeting.ts';
import { createSalting } from '../values/bucket.ts';
import { compileAnyOf } from './compile-any-of.ts';
import { compileRule } from './compile-rule.ts';
import type { Referents } from './conditions/condition-parts.ts';
import { createBlocks } from './rule-index/create-blocks.ts';
import type { Steps } from './steps.ts';

const memory = { isRemembered: false, lastContext: 0, lastNow: 0, lastServed: nothingServed };
const off: Targeting = {
  isEnabled: false,
  blocks: [],
  rules: [],
  salting: undefined,
  ...memory,
};
const withoutRules: Targeting = { ...off, isEnabled: true };

/** Compiles targeting; `undefined` = there is no targeting object. It is off unless `enabled` is true. */
export function* compileTargeting(
  stored: unknown,
  shared: SharedFeature,
  variationIndexOf: (slug: unknown) => number | undefined,
  referents: Referents,
): Steps<Targeting | undefined> {
  const targeting = asRecord(stored);
  if (targeting === undefined) return undefined;
  if (targeting['enabled'] !== true) return off;
  const groups: ConditionGroup[] = [];
  const rules: Rule[] = [];
  for (const entry of asList(targeting['rules']) ?? []) {
    const storedRule = asRecord(entry);
    const rule = storedRule && compileRule(storedRule, variationIndexOf);
    if (rule === undefined) continue;
    for (const group of (yield* compileAnyOf(storedRule?.['any_of'], referents)) ?? []) {
      groups.push(group);
      rules.push(rule);
    }
    yield;
  }
  // A copy of its own, because it remembers what it served.
  if (rules.length === 0) return { ...withoutRules };
  const needsBuckets = rules.some((rule) => rule.rollout !== undefined || rule.split !== undefined);
  return {
    isEnabled: true,
    blocks: yield* createBlocks(groups),
    // Copied, because an array that grew keeps spare capacity.
    rules: rules.slice(),
    salting: needsBuckets ? (shared.salting ??= createSalting(shared.salt)) : undefined,
    ...memory,
    isRemembered: shared.variables.length > 1 || targeting['prerequisites'] != null,
  };
}
