import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@bunting/evaluator/definition';
import { createShapeCheck } from '../checks/shape-check.ts';
import { variableSchema, type VariableType } from '../schemas/feature-schema.ts';
import { checkValue } from './check-value.ts';
import { compileConstraints } from './compile-constraints.ts';
import { createConstraintsCache } from './constraints-cache.ts';
import { storedConstraints, type VariableConstraints } from './variable-constraints.ts';

const hasShape = createShapeCheck(variableSchema);
const shapeProblems = (constraints: unknown) =>
  hasShape
    .problems({ slug: 'a', type: 'string', constraints })
    .map(({ path, message }) => `${path}: ${message}`);

function flawsOf(type: VariableType, constraints: VariableConstraints): string[] {
  return compileConstraints(constraints, type).problems.map(({ path, message }) => `${path}: ${message}`);
}

function linesOf(type: VariableType, constraints: VariableConstraints, value: JsonValue): string[] {
  const compiled = compileConstraints(constraints, type);
  expect(compiled.problems).toEqual([]);
  return checkValue(compiled, value, 'v', { steps: 1_000_000 }).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

describe('a value', () => {
  it.each<
    [
      member: string,
      type: VariableType,
      constraints: VariableConstraints,
      valid: JsonValue[],
      invalid: [value: JsonValue, line: string][],
    ]
  >([
    ['one_of', 'string', { one_of: ['a', 'b c'] }, ['a', 'b c'], [['A', 'v: must be one of: a, b c']]],
    ['one_of', 'number', { one_of: [1, 2.5] }, [1, 2.5], [[2, 'v: must be one of: 1, 2.5']]],
    ['one_of', 'boolean', { one_of: [true] }, [true], [[false, 'v: must be one of: true']]],
    [
      'one_of',
      'json',
      { one_of: [{ a: 1, b: [2] }] },
      [{ b: [2], a: 1 }],
      [[{ a: 1 }, 'v: must be one of: {"a":1,"b":[2]}']],
    ],
    ['minimum', 'number', { minimum: 1 }, [1, 2], [[0.5, 'v: must be at least 1']]],
    ['maximum', 'number', { maximum: 5 }, [5, -1], [[6, 'v: must be at most 5']]],
    ['integer', 'number', { integer: true }, [0, -1, 1e21], [[1.5, 'v: must be a whole number']]],
    ['pattern', 'string', { pattern: '^a' }, ['ab'], [['ba', 'v: must match ^a']]],
    ['max_length', 'string', { max_length: 2 }, ['', '😀😀'], [['abc', 'v: must have at most 2 characters']]],
    [
      'schema',
      'json',
      { schema: { properties: { price: { type: 'number' } } } },
      [{ price: 1 }, []],
      [[{ price: 'x' }, 'v.price: must be a number']],
    ],
  ])('is checked: %s of a %s', (_member, type, constraints, valid, invalid) => {
    for (const value of valid) expect(linesOf(type, constraints, value)).toEqual([]);
    for (const [value, line] of invalid) expect(linesOf(type, constraints, value)).toEqual([line]);
  });

  it('has every problem that it has', () => {
    expect(linesOf('number', { minimum: 5, integer: true, one_of: [6] }, 1.5)).toEqual([
      'v: must be one of: 6',
      'v: must be at least 5',
      'v: must be a whole number',
    ]);
  });

  it('is refused where its check would take too much work, and other values are checked all the same', () => {
    const twice = { $ref: '#/$defs/a' };
    const compiled = compileConstraints(
      { schema: { $defs: { a: { items: { allOf: [twice, twice] } } }, $ref: '#/$defs/a' } },
      'json',
    );
    const work = { steps: 2_000_000 };
    const deep = Array.from({ length: 60 }).reduce<JsonValue>((inner) => [inner], 1);
    expect(checkValue(compiled, deep, 'v', work)).toEqual([
      { path: 'v', message: 'takes too long to check: simplify its constraints' },
    ]);
    expect(work.steps).toBe(1_500_000);
    expect(checkValue(compiled, [], 'v', work)).toEqual([]);
    expect(() => checkValue(compiled, deep, 'v', { steps: 1_000 })).toThrow();
  });
});

describe('constraints', () => {
  it.each<[what: string, constraints: unknown, lines: string[]]>([
    ['none', null, []],
    ['nothing', {}, []],
    ['200 values', { one_of: Array.from({ length: 200 }, (_, index) => index) }, []],
    ['no values', { one_of: [] }, ['constraints.one_of: must not be empty']],
    ['the longest length', { max_length: 65_536 }, []],
    ['a longer one', { max_length: 65_537 }, ['constraints.max_length: must be at most 65536']],
    ['a length that is none', { max_length: 1.5 }, ['constraints.max_length: must be a whole number']],
    [
      'a pattern of 1,001 characters',
      { pattern: 'a'.repeat(1_001) },
      ['constraints.pattern: must have at most 1000 characters'],
    ],
    [
      'words for numbers',
      { minimum: '1', maximum: null, integer: 1 },
      [
        'constraints.minimum: must be a number',
        'constraints.maximum: must be a number',
        'constraints.integer: must be true or false',
      ],
    ],
    ['a schema that is none', { schema: [] }, ['constraints.schema: must be an object or true or false']],
    ['something else', { minLength: 1 }, ['constraints.minLength: is not a known member']],
  ])('have a shape: %s', (_what, constraints, lines) => {
    expect(shapeProblems(constraints)).toEqual(lines);
  });

  it('have at most 200 values', () => {
    const one_of = Array.from({ length: 201 }, (_, index) => index);
    expect(() => shapeProblems({ one_of })).toThrow('constraints.one_of: must have at most 200 entries');
  });

  it.each<[member: keyof VariableConstraints, constraints: VariableConstraints, types: VariableType[]]>([
    ['one_of', { one_of: [] }, ['boolean', 'number', 'string', 'json']],
    ['minimum', { minimum: 1 }, ['number']],
    ['maximum', { maximum: 1 }, ['number']],
    ['integer', { integer: true }, ['number']],
    ['pattern', { pattern: 'a' }, ['string']],
    ['max_length', { max_length: 1 }, ['string']],
    ['schema', { schema: true }, ['json']],
  ])('fit the type of the variable: %s', (member, constraints, types) => {
    for (const type of ['boolean', 'number', 'string', 'json'] as const) {
      const line = `constraints.${member}: is not allowed for variables of type ${type}`;
      expect(flawsOf(type, constraints)).toEqual(types.includes(type) ? [] : [line]);
    }
  });

  it.each<[what: string, type: VariableType, constraints: VariableConstraints, line: string]>([
    [
      'a value of another type',
      'number',
      { one_of: [1, '2'] },
      'constraints.one_of[1]: must be a value of the type number',
    ],
    ['null', 'json', { one_of: [null] }, 'constraints.one_of[0]: must be a value of the type json'],
    [
      'a value twice',
      'json',
      {
        one_of: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      'constraints.one_of[1]: is already used at constraints.one_of[0]',
    ],
    [
      'values that are too long',
      'string',
      { one_of: ['a'.repeat(65_536)] },
      'constraints.one_of: must have at most 65536 characters as JSON',
    ],
    [
      'no number between',
      'number',
      { minimum: 2, maximum: 1 },
      'constraints.minimum: must not be more than maximum',
    ],
    [
      'a pattern that is none',
      'string',
      { pattern: '(' },
      'constraints.pattern: must be a pattern in RE2 syntax: a "(" is not closed',
    ],
    [
      'a look-ahead',
      'string',
      { pattern: 'a(?=b)' },
      'constraints.pattern: must be a pattern in RE2 syntax: look-ahead, "(?=", is not supported',
    ],
    [
      'a pattern that is too large',
      'string',
      { pattern: '(?:.{0,30}){0,30}' },
      'constraints.pattern: is too complex: it needs more than 700 instructions',
    ],
    [
      'a schema with a mistake',
      'json',
      { schema: { items: { type: 'x' } } },
      'constraints.schema.items.type: must be one of, or a list of: object, array, string, number, integer, boolean, null',
    ],
  ])('are refused: %s', (_what, type, constraints, line) => {
    expect(flawsOf(type, constraints)).toEqual([line]);
  });

  it('are stored without what constrains nothing, and without minus zero', () => {
    expect(storedConstraints(null)).toBeNull();
    expect(storedConstraints({})).toBeNull();
    expect(storedConstraints({ integer: false })).toBeNull();
    expect(storedConstraints({ integer: true, minimum: -0 })).toEqual({ integer: true, minimum: 0 });
  });
});

describe('the cache of constraints', () => {
  it('compiles once, and by the type as well', () => {
    const cache = createConstraintsCache();
    const { compiled, isNew } = cache.get({ one_of: [1] }, 'number');
    expect(isNew).toBe(true);
    expect(cache.get({ one_of: [1] }, 'number')).toEqual({ compiled, isNew: false });
    expect(cache.get({ one_of: [1] }, 'string').compiled.problems).toHaveLength(1);
  });

  it('forgets what was not used for longest, by entries and by characters', () => {
    const cache = createConstraintsCache({ maxEntries: 2 });
    cache.get({ minimum: 1 }, 'number');
    cache.get({ minimum: 2 }, 'number');
    cache.get({ minimum: 1 }, 'number');
    cache.get({ minimum: 3 }, 'number');
    expect(cache.size).toBe(2);
    expect(cache.get({ minimum: 1 }, 'number').isNew).toBe(false);
    expect(cache.get({ minimum: 2 }, 'number').isNew).toBe(true);
    const small = createConstraintsCache({ maxCharacters: 50 });
    for (let minimum = 0; minimum < 10; minimum += 1) small.get({ minimum }, 'number');
    expect(small.size).toBe(2);
    small.get({ pattern: 'a'.repeat(60) }, 'string');
    expect(small.size).toBe(0);
  });
});
