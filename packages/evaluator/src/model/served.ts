/**
 * The serving of a feature, as one number: twice the index of a variation, and one more where buckets decided it. A number, because an
 * object for each evaluation would cost more than the evaluation of a rule.
 */

/** No rule serves, or this one does not; evaluation continues with the next one. */
export const nothingServed = -1;

/** Returns the served number of the index of a variation, or of `noVariation`. */
export function packServed(variation: number): number {
  return variation * 2;
}

/** Marks a variation as served by a rule with a split or a rollout. */
export function byBuckets(served: number): number {
  return served | 1;
}

/** Returns whether buckets decided. Not for `nothingServed`. */
export function isByBuckets(served: number): boolean {
  return (served & 1) === 1;
}

/** Returns the index of the variation. Not for `nothingServed`. */
export function unpackVariation(served: number): number {
  return served >> 1;
}
