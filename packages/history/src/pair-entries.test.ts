import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { movedPairs, pairSimilar } from './pair-entries.ts';

describe('pairSimilar', () => {
  it('pairs, removes or adds every entry exactly once', () => {
    const list = fc.array(fc.nat(5));
    fc.assert(
      fc.property(list, list, (before, after) => {
        const { pairs, removed, added } = pairSimilar(before, after, [(entry) => [`${entry >> 1}`]]);
        const inOrder = (indexes: readonly number[]) => indexes.toSorted((left, right) => left - right);
        expect(inOrder([...pairs.map(([from]) => from), ...removed])).toEqual([...before.keys()]);
        expect(inOrder([...pairs.map(([, to]) => to), ...added])).toEqual([...after.keys()]);
        for (const [from, to] of pairs) expect((after[to] ?? 0) >> 1).toBe((before[from] ?? 0) >> 1);
      }),
    );
  });

  it('compares lists of many thousand entries without comparing each with each', () => {
    const before = Array.from({ length: 50_000 }, (_, index) => ({ index }));
    const after = before.map(({ index }) => ({ index: index + 25_000 }));
    const { pairs, removed, added } = pairSimilar(before, after, []);
    expect([pairs.length, removed.length, added.length]).toEqual([25_000, 25_000, 25_000]);
    expect(movedPairs(pairs.map(([from, to]): [number, number] => [from, 50_000 - to]))).toHaveLength(24_999);
  });
});

describe('movedPairs', () => {
  it('leaves the others in their order, and moves as few as possible', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), (indexes) => {
        const pairs = indexes.map((to, from): [number, number] => [from, to]);
        const moved = movedPairs(pairs).length;
        expect(indexes.length - moved).toBe(lengthOfLongestIncreasing(indexes));
      }),
    );
  });
});

/** Finds the length by trying every subsequence. */
function lengthOfLongestIncreasing([first, ...rest]: readonly number[], above = -1): number {
  if (first === undefined) return 0;
  const without = lengthOfLongestIncreasing(rest, above);
  return first > above ? Math.max(without, 1 + lengthOfLongestIncreasing(rest, first)) : without;
}
