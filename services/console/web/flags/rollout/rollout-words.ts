/** Describes gradual rollouts and schedules in sentences. Pure. */
import type { Rule } from '../../api/types.ts';
import { formatMoment } from '../../design/format-time.ts';
import { percent } from '../variation/percent.ts';
import { currentRollout, type Stage } from './rollout.ts';

/**
 * Describes stages as "10% → 50% → 100%, now 23%, rises to 50% by 30 Nov 2026, 09:00 UTC". Only the first stage is a step; afterwards the
 * percentage changes steadily.
 */
export function describeStages(stages: readonly Stage[], now: number, format = formatMoment): string {
  const list = stages.map(({ percentage }) => percent(percentage)).join(' → ');
  const next = stages.findIndex(({ at }) => Date.parse(at) > now);
  const stage = stages[next];
  if (stage === undefined) {
    const last = stages.at(-1)!;
    return `${list}, at ${percent(last.percentage)} since ${format(last.at)}`;
  }
  if (next === 0) return `${list}, starts on ${format(stage.at)}`;
  const current = currentRollout({ stages }, now);
  const verb = stage.percentage < stages[next - 1]!.percentage ? 'falls' : 'rises';
  return `${list}, now ${percent(current)}, ${verb} to ${percent(stage.percentage)} by ${format(stage.at)}`;
}

/** Lists stages as "10% on 28 Nov 2026, 09:00 UTC, 50% by 30 Nov 2026, 09:00 UTC". */
export const listStages = (stages: readonly Stage[], format = formatMoment): string =>
  stages
    .map(({ at, percentage }, index) => `${percent(percentage)} ${index === 0 ? 'on' : 'by'} ${format(at)}`)
    .join(', ');

/** Describes a schedule as "From 28 Nov 2026, 09:00 UTC until 5 Dec 2026, 09:00 UTC". */
export function describeSchedule({ from, to }: NonNullable<Rule['schedule']>, format = formatMoment): string {
  if (!from) return to ? `Until ${format(to)}` : 'No start and no end';
  return to ? `From ${format(from)} until ${format(to)}` : `From ${format(from)}`;
}
