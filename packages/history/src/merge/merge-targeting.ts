import type { JsonValue, PrerequisiteDefinition, TargetingDefinition } from '@bunting/evaluator/definition';
import { withoutRuleIds } from '../rule-ids.ts';
import { mergeList } from './merge-keyed.ts';
import { mergeRules } from './merge-rules.ts';
import {
  type Conflicts,
  type Merged,
  mergePart,
  mergeStates,
  pickSides,
  type Resolutions,
  type Sides,
} from './three-way.ts';

/** No targeting object means the same: everybody gets the defaults. */
const none: TargetingDefinition = { enabled: true, rules: [] };

/**
 * Merges the targeting of a feature in an environment; `null` = there is none. If both sides made the first one, they are merged as if
 * there had been an empty one: the rules of both stay.
 */
export function mergeTargeting(
  base: TargetingDefinition | null,
  theirs: TargetingDefinition | null,
  ours: TargetingDefinition | null,
  resolutions?: Resolutions,
): Merged<TargetingDefinition | null> {
  const areBothNew = base === null && theirs !== null && ours !== null;
  const sides = { base: areBothNew ? none : base, theirs, ours };
  // Records of older releases have no ids of rules: that the stored rules have some is no change.
  return mergeStates(sides, 'the targeting', mergeMembers, resolutions, pickSides(sides, withoutRuleIds));
}

function mergeMembers(sides: Sides<TargetingDefinition>, conflicts: Conflicts): TargetingDefinition {
  const enabled = pickSides(sides, (targeting) => targeting.enabled);
  const rules = pickSides(sides, (targeting) => targeting.rules);
  const prerequisites = mergePrerequisites(sides, conflicts);
  return {
    enabled: mergePart(enabled, () => ({ path: 'enabled', label: 'the state of targeting' }), conflicts),
    ...(prerequisites.length > 0 && { prerequisites }),
    rules: mergeRules(rules, 'rules', conflicts),
  };
}

/** Merges prerequisites one by one, by the variable that they name. */
function mergePrerequisites(
  sides: Sides<TargetingDefinition>,
  conflicts: Conflicts,
): readonly PrerequisiteDefinition[] {
  const lists = pickSides(sides, ({ prerequisites = [] }) => prerequisites as unknown as JsonValue[]);
  const getVariable = (entry: JsonValue) => (entry as unknown as PrerequisiteDefinition).variable;
  const part = { path: 'prerequisites', label: 'the prerequisite' };
  return mergeList(lists, getVariable, part, conflicts) as unknown as PrerequisiteDefinition[];
}
