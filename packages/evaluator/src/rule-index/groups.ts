import { compileCondition } from '../compile/compile-condition.ts';
import type { Condition, Referents, Test } from '../conditions/condition.ts';
import type { EvaluationContext } from '../context.ts';
import type { Steps } from '../compile/steps.ts';
import { listOf, recordOf } from '../compile/stored.ts';

/** A stored group, compiled: all conditions must hold. None = everyone. */
export type ConditionGroup = readonly Condition[];

/**
 * Compiles a stored `any_of`. Groups that can never match are left out; an empty `any_of` becomes one group
 * without conditions, which is the same: everyone. `undefined` = nothing of it can match.
 */
export function* compileAnyOf(
  stored: unknown,
  referents: Referents,
): Steps<readonly ConditionGroup[] | undefined> {
  const anyOf = listOf(stored);
  if (anyOf === undefined) return undefined;
  if (anyOf.length === 0) return [[]];
  const groups: ConditionGroup[] = [];
  for (const entry of anyOf) {
    const group = yield* compileGroup(entry, referents);
    if (group !== undefined) groups.push(group);
  }
  return groups.length === 0 ? undefined : groups;
}

function* compileGroup(stored: unknown, referents: Referents): Steps<ConditionGroup | undefined> {
  const allOf = listOf(recordOf(stored)?.['all_of']);
  if (allOf === undefined) return undefined;
  const conditions: Condition[] = [];
  for (const entry of allOf) {
    const condition = compileCondition(entry, referents);
    if (condition === undefined) return undefined;
    conditions.push(condition);
    yield;
  }
  return conditions;
}

/** Returns the tests of some conditions, cheapest first. */
export function testsOf(conditions: readonly Condition[]): readonly Test[] {
  return conditions.toSorted((left, right) => left.cost - right.cost).map((condition) => condition.test);
}

export function matchesAll(tests: readonly Test[], context: EvaluationContext): boolean {
  for (let index = 0; index < tests.length; index++) {
    if (!(tests[index] as Test)(context)) return false;
  }
  return true;
}
