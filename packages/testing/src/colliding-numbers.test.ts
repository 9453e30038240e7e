import { describe, expect, it } from '@jest/globals';
import { collidingDoubles, collidingIntegers } from './colliding-numbers.ts';

const count = 10_000;

describe('numbers that collide', () => {
  const kinds = { 'whole numbers': collidingIntegers(count), doubles: collidingDoubles(count) };
  const spread = Array.from({ length: count }, (_, index) => index * 7_919);

  it.each(Object.entries(kinds))('are different %s that JSON keeps', (_name, numbers) => {
    expect(new Set(numbers.map(String)).size).toBe(count);
    expect(JSON.parse(JSON.stringify(numbers))).toEqual(numbers);
  });
  it.each(Object.entries(kinds))(
    'make a Set of %s slow: this engine hashes them without a seed',
    (_name, numbers) => {
      expect(cpuOf(() => new Set(numbers))).toBeGreaterThan(10 * cpuOf(() => new Set(spread)));
    },
  );
});

/** Returns the least processor time of three tries, in microseconds. */
function cpuOf(work: () => void): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...tries);
}
