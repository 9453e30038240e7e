/** Percentages have at most three decimals, so that they are whole thousandths. */
export function hasAtMostThreeDecimals(percentage: number): boolean {
  return Number(percentage.toFixed(3)) === percentage;
}

/** Weights are added up as whole thousandths: 33.3 + 33.3 + 33.4 is not 100 in floating point. */
export function toThousandths(percentage: number): number {
  return Math.round(percentage * 1000);
}
