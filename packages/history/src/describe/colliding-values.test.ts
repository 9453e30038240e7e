import { describe, expect, it } from '@jest/globals';
import { collidingDoubles, collidingIntegers } from '@bunting/testing/numbers';
import { anyOfDifferences } from './any-of-differences.ts';

const count = 9_900;

describe('differences of values that would fall into one bucket of a Set', () => {
  it.each([
    ['whole numbers', collidingIntegers(count + 1)],
    ['doubles', collidingDoubles(count + 1)],
  ])('cost little: %s', (_name, numbers) => {
    const anyOf = (values: number[]) => [
      { all_of: [{ property: 'custom', custom_key: 'n', operator: 'eq', values } as const] },
    ];
    const compare = (values: number[]) =>
      anyOfDifferences(anyOf(values.slice(0, -1)), anyOf(values.slice(1)));
    const spread = numbers.map((_, index) => index * 7_919);
    // Two sets of so many numbers take some hundred milliseconds.
    expect(cpuMsOf(() => compare(numbers))).toBeLessThan(4 * cpuMsOf(() => compare(spread)) + 20);
    const [difference] = compare(numbers);
    expect(difference?.what).toContain(`1 added (${numbers.at(-1)}), 1 removed (${numbers[0]})`);
  });
  it('keep a number and its text apart', () => {
    const anyOf = (last: number | string) => [
      {
        all_of: [
          {
            property: 'custom',
            custom_key: 'n',
            operator: 'contains_any',
            values: [...Array.from({ length: 10 }, (_, n) => n), last],
          } as const,
        ],
      },
    ];
    const [difference] = anyOfDifferences(anyOf(77), anyOf('77'));
    expect(difference?.what).toContain('1 added (77), 1 removed (77)');
  });
});

/** Returns the least processor time of three tries, in milliseconds. */
function cpuMsOf(work: () => void): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}
