import type { TargetingDefinition } from '@bunting/evaluator/definition';
import {
  type Conflicts,
  type Merged,
  mergeStates,
  mergeValue,
  type Sides,
  sidesOf,
  type Taken,
} from './conflict.ts';
import { mergeRules } from './merge-rules.ts';

/** Merges what a feature's rules are in an environment; `null` = there is no targeting object. */
export function mergeTargeting(
  base: TargetingDefinition | null,
  now: TargetingDefinition | null,
  wanted: TargetingDefinition | null,
  taken?: Taken,
): Merged<TargetingDefinition | null> {
  return mergeStates({ base, now, wanted }, 'the targeting', mergeParts, taken);
}

/** Every member of a targeting has its line here. */
function mergeParts(sides: Sides<TargetingDefinition>, conflicts: Conflicts): TargetingDefinition {
  return {
    enabled: mergeValue(
      sidesOf(sides, ({ enabled }) => enabled),
      'enabled',
      'whether targeting is on',
      conflicts,
    ),
    rules: mergeRules(
      sidesOf(sides, ({ rules }) => rules),
      'rules',
      conflicts,
    ),
  };
}
