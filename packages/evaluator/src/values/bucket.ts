import { continueHash, emptyHash, finishHash, type HashState } from './murmur3.ts';

/** Gate and split hash apart, so that who passes a rollout says nothing about the side of a split. */
export type BucketPurpose = 'rollout' | 'split';

/** Buckets are the integers 0…99,999: a thousandth of a per cent each. */
export const bucketCount = 100_000;

/**
 * Returns the bucket, 0…99,999, of a user's key in a feature. `salt` is the feature's; rollout and split have different
 * buckets.
 */
export function computeBucket(salt: string, purpose: BucketPurpose, key: string): number {
  return bucketAfter(bucketPrefix(salt, purpose), key);
}

/** The beginnings of all bucket hashes of one feature. */
export interface Salting {
  readonly rollout: HashState;
  readonly split: HashState;
}

export function createSalting(salt: string): Salting {
  return { rollout: bucketPrefix(salt, 'rollout'), split: bucketPrefix(salt, 'split') };
}

function bucketPrefix(salt: string, purpose: BucketPurpose): HashState {
  return continueHash(emptyHash, `${salt}:${purpose}:`);
}

export function bucketAfter(prefix: HashState, key: string): number {
  // Exact: a 32-bit integer times 100,000 stays below 2^53.
  return Math.floor((finishHash(continueHash(prefix, key)) * bucketCount) / 0x1_0000_0000);
}
