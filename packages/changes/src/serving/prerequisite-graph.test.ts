import { describe, expect, it } from '@jest/globals';
import { countReached, findLongestChain, findWay, invertGraph } from './prerequisite-graph.ts';

const chain = (length: number) =>
  new Map(Array.from({ length }, (_, index) => [`${index}`, [`${index + 1}`]]));

describe('A graph of prerequisites', () => {
  it('has a shortest way, or none', () => {
    const graph = new Map([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['c', ['a', 'd']],
    ]);
    expect(findWay(graph, 'a', 'd')).toEqual(['a', 'b', 'd']);
    expect(findWay(graph, 'c', 'b')).toEqual(['c', 'a', 'b']);
    expect(findWay(graph, 'd', 'a')).toBeUndefined();
    expect(findWay(graph, 'a', 'a')).toEqual(['a']);
  });

  it('has a longest chain, which ends beyond the limit and in circles', () => {
    expect(findLongestChain(chain(3), '0')).toEqual(['0', '1', '2', '3']);
    expect(findLongestChain(chain(10_000), '0').length).toBeLessThan(20);
    expect(
      findLongestChain(
        new Map([
          ['a', ['b']],
          ['b', ['a']],
        ]),
        'a',
      ).length,
    ).toBeLessThan(20);
    const shortFirst = new Map([
      ['a', ['d', 'b']],
      ['b', ['c']],
      ['c', ['d']],
    ]);
    expect(findLongestChain(shortFirst, 'a')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('reaches each feature once, and stops counting beyond the limit', () => {
    expect(
      countReached(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
        ]),
        'a',
      ),
    ).toBe(2);
    expect(countReached(chain(10_000), '0')).toBe(101);
  });

  it('is turned round to find who depends on a feature', () => {
    expect(
      invertGraph(
        new Map([
          ['a', ['c']],
          ['b', ['c', 'a']],
        ]),
      ),
    ).toEqual(
      new Map([
        ['c', ['a', 'b']],
        ['a', ['b']],
      ]),
    );
  });
});
