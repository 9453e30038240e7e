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
    const compare = () => anyOfDifferences(anyOf(numbers.slice(0, -1)), anyOf(numbers.slice(1)));
    const before = process.cpuUsage();
    const [difference] = compare();
    const { user, system } = process.cpuUsage(before);
    // Two sets of so many numbers take some hundred milliseconds.
    expect((user + system) / 1_000).toBeLessThan(100);
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
