import { parseInstant } from './values/instant.ts';
import { everyOf, listOf, recordOf, textOf } from './compile/stored.ts';

/** From `at` (milliseconds) on, this many thousandths of a per cent. */
interface Stage {
  readonly at: number;
  readonly thousandths: number;
}

/** Thousandths of a per cent, or stages sorted by time. */
export type Rollout = number | readonly Stage[];

export function compileRollout(stored: unknown): Rollout | undefined {
  const rollout = recordOf(stored);
  if (rollout?.['stages'] == null) return thousandthsOf(rollout?.['percentage']);
  const stages = everyOf(listOf(rollout['stages']) ?? [undefined], compileStage);
  return stages?.toSorted((left, right) => left.at - right.at);
}

/**
 * Buckets below this pass at `now`. Of stages: 0 before the first, a straight line between two, and the
 * last one's percentage ever after. Of two at the same instant the later in the list counts.
 */
export function rolloutLimit(rollout: Rollout, now: number): number {
  if (typeof rollout === 'number') return rollout;
  let reached: Stage | undefined;
  for (const stage of rollout) {
    if (now < stage.at) return reached === undefined ? 0 : between(reached, stage, now);
    reached = stage;
  }
  return reached?.thousandths ?? 0;
}

/** Returns a percentage as the whole thousandths that it stands for: 33.3 is 33,300, whatever 33.3 × 1000 is. */
export function thousandthsOf(percentage: unknown): number | undefined {
  if (typeof percentage !== 'number' || !(percentage >= 0 && percentage <= 100)) return undefined;
  const thousandths = percentage * 1000;
  const whole = Math.round(thousandths);
  return Math.abs(thousandths - whole) < 1e-6 ? whole : thousandths;
}

function between(from: Stage, to: Stage, now: number): number {
  return from.thousandths + ((to.thousandths - from.thousandths) * (now - from.at)) / (to.at - from.at);
}

function compileStage(stored: unknown): Stage | undefined {
  const stage = recordOf(stored);
  const at = parseInstant(textOf(stage?.['at']) ?? '');
  const thousandths = thousandthsOf(stage?.['percentage']);
  return at === undefined || thousandths === undefined ? undefined : { at, thousandths };
}
