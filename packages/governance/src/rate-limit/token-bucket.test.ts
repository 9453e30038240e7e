import { describe, expect, it } from '@jest/globals';
import { createTokenBucket } from './token-bucket.ts';

describe('the token bucket of a process', () => {
  it('has a minute’s worth of tokens and refills evenly', () => {
    let time = 0;
    const bucket = createTokenBucket({ perMinute: 60, now: () => time });
    const take = (times: number) =>
      Array.from({ length: times }, () => bucket.take()).filter((wait) => wait === 0).length;
    expect(take(100)).toBe(60);
    time = 2_500;
    expect(take(100)).toBe(2);
    time = 1_000_000;
    expect(take(100)).toBe(60);
  });

  it('returns the time until the next token', () => {
    let time = 0;
    const bucket = createTokenBucket({ perMinute: 1, now: () => time });
    expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(60_000);
    time = 15_000;
    expect(bucket.take()).toBe(45_000);
  });

  it('is not refilled by a clock that is set back', () => {
    let time = 60_000;
    const bucket = createTokenBucket({ perMinute: 1, now: () => time });
    expect(bucket.take()).toBe(0);
    time = 0;
    expect(bucket.take()).toBeGreaterThan(0);
  });

  it('owes what a request has cost, up to a minute’s worth', () => {
    let time = 0;
    const bucket = createTokenBucket({ perMinute: 60, now: () => time });
    expect(bucket.take(90, true)).toBe(0);
    expect(bucket.take()).toBe(31_000);
    expect(bucket.take(1_000_000, true)).toBe(0);
    expect(bucket.take()).toBe(61_000);
    time = 61_000;
    expect(bucket.take()).toBe(0);
  });

  it('is always full when the limit is switched off', () => {
    const bucket = createTokenBucket({ perMinute: Infinity, now: () => 0 });
    expect(bucket.take()).toBe(0);
  });
});
