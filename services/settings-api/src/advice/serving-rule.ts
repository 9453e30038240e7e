import { parseInstant } from '@bunting/evaluator';
import type { RuleDefinition } from '@bunting/evaluator/definition';

/** The serving of a rule from now on. Times are milliseconds since 1970. */
export interface ServingRule {
  /** Variations that it serves to somebody, now or later; empty = it never serves again. */
  readonly variations: readonly string[];
  /** Variations that it would serve without its schedule and rollout. */
  readonly named: readonly string[];
  /** Nobody comes past it, but users without a bucketing key where it splits between several variations. */
  readonly isForEverybody: boolean;
  /** A stage of its rollout is to come. */
  readonly isRamping: boolean;
  /** The last time at which its schedule or its rollout changed what it serves; -Infinity = never. */
  readonly changedAt: number;
}

/**
 * Returns the serving of a rule; undefined = it is disabled. Stored rules are well-formed; an invalid instant counts as
 * one that never comes.
 */
export function toServingRule(rule: RuleDefinition, now: number): ServingRule | undefined {
  if (rule.enabled === false) return undefined;
  const { serve } = rule;
  const named =
    'split' in serve
      ? serve.split.filter(({ weight }) => weight > 0).map(({ variation }) => variation)
      : [serve.variation];
  const rollout = rolloutAt(rule, now);
  const from = instantOf(rule.schedule?.from) ?? -Infinity;
  const to = instantOf(rule.schedule?.to) ?? Infinity;
  const isOver = to <= now || rollout.highest === 0;
  const times = [from, to, rollout.changedAt];
  const neverServed = rollout.highest === 0 && rollout.changedAt === -Infinity;
  return {
    variations: isOver ? [] : named,
    named,
    isForEverybody:
      !isOver && rule.any_of.length === 0 && from <= now && to === Infinity && rollout.highest === 100,
    isRamping: !isOver && rollout.isRamping,
    changedAt: neverServed ? -Infinity : Math.max(-Infinity, ...times.filter((at) => at <= now)),
  };
}

interface RolloutNow {
  /** Per cent that it reaches, or has reached. */
  readonly highest: number;
  readonly isRamping: boolean;
  readonly changedAt: number;
}

/** Returns the rollout now. Of stages at the same instant the last in the list counts, as in the evaluator. */
function rolloutAt({ rollout }: RuleDefinition, now: number): RolloutNow {
  if (rollout === undefined) return { highest: 100, isRamping: false, changedAt: -Infinity };
  if (!('stages' in rollout)) {
    return { highest: rollout.percentage, isRamping: false, changedAt: -Infinity };
  }
  const stages = rollout.stages
    .map(({ at, percentage }) => ({ at: parseInstant(at) ?? Infinity, percentage }))
    .toSorted((left, right) => left.at - right.at);
  const last = stages.at(-1);
  if (last === undefined) return { highest: 0, isRamping: false, changedAt: -Infinity };
  if (last.at <= now) return { highest: last.percentage, isRamping: false, changedAt: last.at };
  return {
    highest: Math.max(...stages.map(({ percentage }) => percentage)),
    isRamping: true,
    changedAt: -Infinity,
  };
}

function instantOf(text: string | null | undefined): number | undefined {
  return text == null ? undefined : parseInstant(text);
}
