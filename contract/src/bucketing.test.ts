import { describe, expect, it } from '@jest/globals';
import { computeBucket, murmur3 } from '@bunting/evaluator';
import { readBuckets, readMurmur3 } from '@bunting/contract';

describe('murmur3', () => {
  for (const { about, input, hash } of readMurmur3().hashes) {
    it(`hashes ${abridged(input)} to ${hash} (${about})`, () => expect(murmur3(input)).toBe(hash));
  }
});

describe('The bucket', () => {
  for (const { salt, purpose, key, bucket } of readBuckets().buckets) {
    it(`of ${abridged(key)} for the ${purpose} of ${salt} is ${bucket}`, () =>
      expect(computeBucket(salt, purpose, key)).toBe(bucket));
  }
});

function abridged(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
