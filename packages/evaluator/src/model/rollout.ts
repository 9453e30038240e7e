/** From `at` (milliseconds) on, this many thousandths of a per cent. */
export interface Stage {
  readonly at: number;
  readonly thousandths: number;
}

/** Thousandths of a per cent, or stages sorted by time. */
export type Rollout = number | readonly Stage[];

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

function between(from: Stage, to: Stage, now: number): number {
  return from.thousandths + ((to.thousandths - from.thousandths) * (now - from.at)) / (to.at - from.at);
}
