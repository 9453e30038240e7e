/** The percentage of a rollout at a time. Pure. */
import { rolloutLimit } from '@bunting/evaluator/rollout';
import type { Rule } from '../../api/types.ts';

export type Stage = NonNullable<NonNullable<Rule['rollout']>['stages']>[number];

/** Returns the percentage of a rollout at a time: 0 before the first stage, interpolated between stages. */
export function rolloutAt(rollout: Rule['rollout'], now: number): number {
  const stages = rollout?.stages?.map(({ at, percentage }) => ({
    at: Date.parse(at),
    thousandths: percentage * 1_000,
  }));
  return rolloutLimit(stages ?? (rollout?.percentage ?? 100) * 1_000, now) / 1_000;
}

/** Returns the percentage of a rollout for people to read: rounded to tenths while it changes between stages. */
export function currentRollout(rollout: Rule['rollout'], now: number): number {
  const percentage = rolloutAt(rollout, now);
  return rollout?.stages ? Math.round(percentage * 10) / 10 : percentage;
}
