import { expect, it } from '@jest/globals';
import { backoffMs } from './backoff.ts';

it('waits twice as long after each failure, up to a limit', () => {
  const waits = [1, 2, 3, 4, 5, 60].map((failures) => backoffMs(failures, { firstMs: 50, maxMs: 400 }));
  expect(waits).toEqual([50, 100, 200, 400, 400, 400]);
});

it('adds less than the jitter', () => {
  const waits = Array.from({ length: 100 }, () => backoffMs(1, { firstMs: 50, maxMs: 400, jitterMs: 10 }));
  expect(waits.every((ms) => ms >= 50 && ms < 60)).toBe(true);
});
