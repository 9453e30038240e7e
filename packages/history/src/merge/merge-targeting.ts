import type { TargetingDefinition } from '@bunting/evaluator/definition';
import {
  type Conflicts,
  type Merged,
  mergeStates,
  mergeValue,
  type Sides,
  pickSides,
  type Resolutions,
} from './conflict.ts';
import { withRuleIds } from '../rule-ids.ts';
import { mergeRules } from './merge-rules.ts';

/** What no targeting object comes to: no rule, and everybody gets the defaults. */
const none: TargetingDefinition = { enabled: true, rules: [] };

/**
 * Merges what a feature's rules are in an environment; `null` = there is no targeting object. Where both changes made the first one, they
 * are merged as if there had been an empty one: the rules of both stay.
 */
export function mergeTargeting(
  base: TargetingDefinition | null,
  now: TargetingDefinition | null,
  wanted: TargetingDefinition | null,
  taken?: Resolutions,
): Merged<TargetingDefinition | null> {
  const areBothMade = base === null && now !== null && wanted !== null;
  const sides = identified({ base: areBothMade ? none : base, now, wanted });
  return mergeStates(sides, 'the targeting', mergeParts, taken);
}

/** Records of older releases have no ids of rules, and clients may send none: such rules take those of the other sides. */
function identified({
  base,
  now,
  wanted,
}: Sides<TargetingDefinition | null>): Sides<TargetingDefinition | null> {
  const from = withRuleIds(base, now);
  return { base: from, now, wanted: withRuleIds(withRuleIds(wanted, from), now) };
}

/** Every member of a targeting has its line here. */
function mergeParts(sides: Sides<TargetingDefinition>, conflicts: Conflicts): TargetingDefinition {
  return {
    enabled: mergeValue(
      pickSides(sides, ({ enabled }) => enabled),
      'enabled',
      'the state of targeting',
      conflicts,
    ),
    rules: mergeRules(
      pickSides(sides, ({ rules }) => rules),
      'rules',
      conflicts,
    ),
  };
}
