import { describe, expect, it } from '@jest/globals';
import { readVariables } from './variable-type.ts';

describe('the answer with types', () => {
  it('is read; unknown members are ignored', () => {
    const variables = [
      { key: 'a', type: 'boolean', feature: 'f', client: true, values: [true], more: 1 },
      { key: 'b', type: 'json', feature: 'f', client: false },
    ];
    expect(readVariables({ variables })).toEqual([
      { key: 'a', type: 'boolean', client: true, values: [true] },
      { key: 'b', type: 'json', client: false, values: undefined },
    ]);
  });

  it.each([
    [null, 'without a list of variables'],
    [[], 'without a list of variables'],
    [{ variables: {} }, 'without a list of variables'],
    [{ variables: [null] }, 'with a variable that has no key'],
    [{ variables: [{ key: 1, type: 'json' }] }, 'with a variable that has no key'],
    [{ variables: [{ key: 'a', type: 'date' }] }, 'with a type of "a" that this version does not know'],
    [
      { variables: [{ key: 'a', type: 'constructor' }] },
      'with a type of "a" that this version does not know',
    ],
    [
      {
        variables: [
          { key: 'a', type: 'json' },
          { key: 'a', type: 'json' },
        ],
      },
      'with two variables "a"',
    ],
  ])('%j is none', (answer, problem) => {
    expect(readVariables(answer)).toBe(problem);
  });
});
