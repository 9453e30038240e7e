import { asList, asRecord } from '../definition/stored.ts';
import type { Condition, ConditionGroup } from '../model/condition.ts';
import { compileCondition } from './compile-condition.ts';
import type { Referents } from './conditions/condition-parts.ts';
import type { Steps } from './steps.ts';

/**
 * Compiles a stored `any_of`. Groups that can never match are left out; an empty `any_of` becomes one group
 * without conditions, which is the same: everyone. `undefined` = nothing of it can match.
 */
export function* compileAnyOf(
  stored: unknown,
  referents: Referents,
): Steps<readonly ConditionGroup[] | undefined> {
  const anyOf = asList(stored);
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
  const allOf = asList(asRecord(stored)?.['all_of']);
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
