import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { computeBucket } from './bucket.ts';

describe('computeBucket', () => {
  it.each([
    ['split', 'user-123', 40824],
    ['rollout', 'user-123', 59815],
    ['split', 'user-124', 17049],
    ['split', 'jane@example.com', 25875],
    ['split', 'ünïcödé', 80163],
  ] as const)('puts %s of %s into bucket %d', (purpose, key, bucket) => {
    expect(computeBucket('a1b2c3d4', purpose, key)).toBe(bucket);
  });

  it.each([
    [0, 'user-9661'],
    [1, 'user-7105'],
    [99_999, 'user-123502'],
  ])('reaches bucket %d', (bucket, key) => {
    expect(computeBucket('a1b2c3d4', 'split', key)).toBe(bucket);
  });

  it('always gives an integer from 0 to 99,999', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), (salt, key) => {
        const bucket = computeBucket(salt, 'rollout', key);
        expect(Number.isInteger(bucket) && bucket >= 0 && bucket <= 99_999).toBe(true);
      }),
    );
  });
});
