/** Returns whether a percentage is a whole number of thousandths, as buckets require. */
export function hasAtMostThreeDecimals(percentage: number): boolean {
  return Number(percentage.toFixed(3)) === percentage;
}

/**
 * Returns a percentage in whole thousandths of a per cent. Weights are summed so, because 33.3 + 33.3 + 33.4 is not 100 in floating
 * point.
 */
export function toThousandths(percentage: number): number {
  return Math.round(percentage * 1000);
}
