import { expect, it } from '@jest/globals';
import { addRetryJitter, backoffMs } from './backoff.ts';

it('waits 1 s, doubled up to 60 s', () => {
  const delays = Array.from({ length: 8 }, (_, index) => backoffMs(index, 1));
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

it('waits at least half of that', () => {
  expect([backoffMs(0, 0), backoffMs(100, 0)]).toEqual([500, 30_000]);
});

it('waits as long as the service asks for, and up to a fifth more', () => {
  expect([addRetryJitter(30_000, 0), addRetryJitter(30_000, 1)]).toEqual([30_000, 36_000]);
});
