import { describe, expect, it } from '@jest/globals';
import { noVariation, readBatch } from './read-batch.ts';

const variable = '01a1fd21-39ee-723a-ad11-b56754f26431';
const variation = '01a1fd21-39ee-723a-ad11-b56754f26432';
const read = (cells: unknown, unknown: unknown = []) => readBatch(textOf(cells), textOf(unknown));
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const good = [variable, null, 0, 0, 1];

describe('a batch', () => {
  it('has cells and keys, ids in lower case', () => {
    expect(
      read([[variable.toUpperCase(), variation.toUpperCase(), 1, 1, 5], good], [['old-flag', 2, 1]]),
    ).toEqual({
      cells: [
        { variableId: variable, variationId: variation, reason: 1, asked: 1, count: 5 },
        { variableId: variable, variationId: noVariation, reason: 0, asked: 0, count: 1 },
      ],
      keys: [{ key: 'old-flag', count: 2, isPublic: true }],
      problem: undefined,
    });
  });

  it.each<[string, unknown]>([
    ['no list', { a: 1 }],
    ['not JSON', '['],
    ['an unknown reason', [[variable, null, 7, 0, 1]]],
    ['an unknown way of asking', [[variable, null, 0, 2, 1]]],
    ['a negative count', [[variable, null, 0, 0, -1]]],
    ['a count beyond all numbers', `[["${variable}", null, 0, 0, 1e999]]`],
    ['lists in lists', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('loses its cells, and not its keys, where they are %s', (_name, cells) => {
    expect(read(cells, [['old-flag', 2, 1]])).toMatchObject({
      cells: [],
      keys: [{ key: 'old-flag', count: 2, isPublic: true }],
      problem: expect.any(String) as unknown,
    });
  });

  it('loses what PostgreSQL could not store, and nothing else', () => {
    const cells = [['x', null, 0, 0, 1], [variable, 'x', 0, 0, 1], good];
    const unknown =
      '[["", 1], ["a\\u0000b", 1], ["\\ud800", 1], ["' + 'k'.repeat(101) + '", 1], ["old-flag", 1]]';
    const { cells: found, keys, problem } = read(cells, unknown);
    expect(found).toHaveLength(1);
    expect(keys).toEqual([{ key: 'old-flag', count: 1, isPublic: false }]);
    expect(problem).toBe('ids or keys cannot be stored');
  });

  it('loses a part that is too long', () => {
    expect(readBatch(null, '[["old-flag", 1]]')).toEqual({
      cells: [],
      keys: [{ key: 'old-flag', count: 1, isPublic: false }],
      problem: 'too long',
    });
  });
});
