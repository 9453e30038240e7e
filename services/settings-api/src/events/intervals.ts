import jStat from 'jstat';

/** A share or a mean, with the interval in which it lies at the level of confidence. */
export interface Estimate {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** The comparison of an arm with the baseline. */
export interface Comparison {
  /** Difference of the shares: 0.02 = two percentage points more. */
  readonly difference: Estimate;
  /** The difference as a part of the baseline's share; `null` where that is zero. */
  readonly relative: number | null;
  /** The probability of such a difference between two equal arms: two-sided, pooled z-test. */
  readonly pValue: number;
}

/**
 * Computes Wilson's score interval, which holds for small samples and for shares near 0 and 1. `undefined` without
 * trials.
 */
export function estimateShare(successes: number, trials: number, confidence: number): Estimate | undefined {
  if (trials === 0) return undefined;
  const z = zOf(confidence);
  const share = successes / trials;
  const centre = share + (z * z) / (2 * trials);
  const margin = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return {
    estimate: share,
    low: successes === 0 ? 0 : Math.max(0, (centre - margin) / scale),
    high: successes === trials ? 1 : Math.min(1, (centre + margin) / scale),
  };
}

export interface Sample {
  readonly converted: number;
  readonly participants: number;
}

/** Computes Newcombe's hybrid score interval (his method 10) of the difference of two shares. */
export function compareShares(arm: Sample, baseline: Sample, confidence: number): Comparison | undefined {
  const ours = estimateShare(arm.converted, arm.participants, confidence);
  const theirs = estimateShare(baseline.converted, baseline.participants, confidence);
  if (ours === undefined || theirs === undefined) return undefined;
  const difference = ours.estimate - theirs.estimate;
  return {
    difference: {
      estimate: difference,
      low: difference - Math.hypot(ours.estimate - ours.low, theirs.high - theirs.estimate),
      high: difference + Math.hypot(ours.high - ours.estimate, theirs.estimate - theirs.low),
    },
    relative: theirs.estimate === 0 ? null : difference / theirs.estimate,
    pValue: pValueOf(arm, baseline, difference),
  };
}

function pValueOf(arm: Sample, baseline: Sample, difference: number): number {
  const pooled = (arm.converted + baseline.converted) / (arm.participants + baseline.participants);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / arm.participants + 1 / baseline.participants));
  if (deviation === 0) return 1; // nobody converted, or everybody did
  return Math.min(1, 2 * jStat.normal.cdf(-Math.abs(difference) / deviation, 0, 1));
}

/**
 * Computes the mean of values and Student's interval. `undefined` without values; a single value has an interval without
 * bounds.
 */
export function estimateMean(
  { count, sum, squareSum }: { count: number; sum: number; squareSum: number },
  confidence: number,
): { estimate: number; low: number | null; high: number | null } | undefined {
  if (count === 0 || !Number.isFinite(sum)) return undefined;
  const mean = sum / count;
  const variance = (squareSum - sum * mean) / (count - 1);
  if (count === 1 || !Number.isFinite(variance)) return { estimate: mean, low: null, high: null };
  // If all values are equal, rounding may make the variance a little less than zero.
  const margin =
    jStat.studentt.inv((1 + confidence) / 2, count - 1) * Math.sqrt(Math.max(0, variance) / count);
  return { estimate: mean, low: mean - margin, high: mean + margin };
}

function zOf(confidence: number): number {
  return jStat.normal.inv((1 + confidence) / 2, 0, 1);
}
