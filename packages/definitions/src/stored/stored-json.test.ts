import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@bunting/evaluator/definition';
import fc from 'fast-check';
import { storedJson } from './stored-json.ts';

describe('a value as it is stored', () => {
  it.each<[JsonValue, JsonValue]>([
    [-0, 0],
    [0, 0],
    [-0.5, -0.5],
    ['-0', '-0'],
    [{ deep: [1, { er: -0 }] }, { deep: [1, { er: 0 }] }],
    [JSON.parse('{"__proto__": -0}') as JsonValue, JSON.parse('{"__proto__": 0}') as JsonValue],
  ])('of %j is without minus zero', (given, stored) => {
    expect(storedJson(given)).toStrictEqual(stored);
  });

  it('is the value that comes back from the database, whatever was given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(storedJson(value as JsonValue)).toStrictEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is no copy where there is nothing to change', () => {
    const value = { long: ['as', { it: 'is' }] };
    expect(storedJson(value)).toBe(value);
  });
});
