import { memberPath } from '@bunting/definitions/checks';
import type { RuleDefinition } from '@bunting/evaluator/definition';
import type { GetTexts } from '../describe/pair-rules.ts';
import { type Conflicts, mergeValue, type Sides, pickSides } from './conflict.ts';

/** Where a rule stands, its name in messages, and the texts of its sides, which tell fast what is the same. */
interface Where {
  readonly path: string;
  readonly label: string;
  readonly getTexts: GetTexts;
}

/** Merges one rule member by member. It keeps its id. */
export function mergeRule(sides: Sides<RuleDefinition>, where: Where, conflicts: Conflicts): RuleDefinition {
  const { id: _id, ...merged } = mergeMembers(sides, where, conflicts);
  const id = sides.now.id ?? sides.wanted.id ?? sides.base.id;
  return { ...(id !== undefined && { id }), ...merged };
}

function mergeMembers(
  sides: Sides<RuleDefinition>,
  { path, label, getTexts }: Where,
  conflicts: Conflicts,
): RuleDefinition {
  const texts = pickSides(sides, getTexts);
  const whole = decidedBy(
    sides,
    pickSides(texts, (each) => each.whole),
  );
  if (whole !== undefined) return whole;
  const member = <Name extends keyof RuleDefinition>(name: Name, what: string): RuleDefinition[Name] =>
    mergeValue(
      pickSides(sides, (rule) => rule[name]),
      memberPath(path, name),
      `${what} ${label}`,
      conflicts,
    );
  const anyOf = decidedBy(
    sides,
    pickSides(texts, (each) => each.anyOf),
  )?.any_of;
  const serve = decidedBy(
    sides,
    pickSides(texts, (each) => each.serve),
  )?.serve;
  const enabled = member('enabled', 'the switch of');
  const [schedule, rollout] = [member('schedule', 'the schedule of'), member('rollout', 'the rollout of')];
  return {
    name: member('name', 'the name of'),
    ...(enabled !== undefined && { enabled }),
    any_of: anyOf ?? member('any_of', 'the conditions of'),
    ...(schedule && { schedule }),
    ...(rollout && { rollout }),
    serve: serve ?? member('serve', 'the serving of'),
  };
}

/** The rule of the side that decides by these texts, if they decide. */
function decidedBy(
  sides: Sides<RuleDefinition>,
  { base, now, wanted }: Sides<string>,
): RuleDefinition | undefined {
  if (base === wanted || now === wanted) return sides.now;
  return base === now ? sides.wanted : undefined;
}
