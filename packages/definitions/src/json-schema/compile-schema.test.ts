import { describe, expect, it } from '@jest/globals';
import { compileSchema } from './compile-schema.ts';

const enough = () => ({ steps: 1_000_000 });

/** Returns the problems of the value, as `path: message`. */
function linesOf(schema: unknown, value: unknown): string[] {
  const result = compileSchema(schema, 'schema');
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.schema.problems(value, 'v', enough()).map(({ path, message }) => `${path}: ${message}`);
}

/** Returns the problems of the schema. */
function flawsOf(schema: unknown): string[] {
  const result = compileSchema(schema, 'schema');
  return 'problems' in result ? result.problems.map(({ path, message }) => `${path}: ${message}`) : [];
}

describe('a value', () => {
  it.each<[keyword: string, schema: unknown, valid: unknown[], invalid: [value: unknown, line: string][]]>([
    ['true', true, [1, null], []],
    ['false', false, [], [[1, 'v: is not allowed']]],
    ['type', { type: 'integer' }, [1, 1.0], [[1.5, 'v: must be a whole number']]],
    ['types', { type: ['string', 'null'] }, ['a', null], [[[], 'v: must be a string or null']]],
    [
      'enum',
      { enum: [{ a: 1, b: 2 }, 1] },
      [{ b: 2, a: 1 }, 1],
      [[true, 'v: must be one of: {"a":1,"b":2}, 1']],
    ],
    ['const', { const: [0] }, [[0]], [[[false], 'v: must be [0]']]],
    ['minimum', { minimum: 2 }, [2, 'a'], [[1, 'v: must be at least 2']]],
    ['maximum', { maximum: 5 }, [5], [[6, 'v: must be at most 5']]],
    ['exclusiveMinimum', { exclusiveMinimum: 2 }, [3], [[2, 'v: must be more than 2']]],
    ['exclusiveMaximum', { exclusiveMaximum: 2 }, [1], [[2, 'v: must be less than 2']]],
    ['multipleOf', { multipleOf: 0.1 }, [0.3, 7, 1e300], [[0.35, 'v: must be a multiple of 0.1']]],
    ['minLength', { minLength: 2 }, ['ab', '😀😀'], [['😀', 'v: must have at least 2 characters']]],
    ['maxLength', { maxLength: 1 }, ['😀'], [['ab', 'v: must have at most 1 characters']]],
    ['pattern', { pattern: '^a+$' }, ['aa', 1], [['ab', 'v: must match ^a+$']]],
    ['prefixItems', { prefixItems: [{ type: 'string' }] }, [[], ['a', 1]], [[[1], 'v[0]: must be a string']]],
    [
      'items',
      { prefixItems: [true], items: { type: 'string' } },
      [[1, 'a']],
      [[[1, 'a', 2], 'v[2]: must be a string']],
    ],
    ['minItems', { minItems: 1 }, [[1], {}], [[[], 'v: must have at least 1 entries']]],
    ['maxItems', { maxItems: 1 }, [[1]], [[[1, 2], 'v: must have at most 1 entries']]],
    [
      'uniqueItems',
      { uniqueItems: true },
      [[1, '1', [1]]],
      [
        [
          [
            { a: 1, b: 1 },
            { b: 1, a: 1 },
          ],
          'v: must not have duplicate entries',
        ],
      ],
    ],
    ['required', { required: ['a'] }, [{ a: 1 }, 1], [[{}, 'v.a: is required']]],
    [
      'properties',
      { properties: { 'a b': { type: 'null' } } },
      [{}],
      [[{ 'a b': 1 }, 'v["a b"]: must be null']],
    ],
    [
      'patternProperties',
      { patternProperties: { '^x': false } },
      [{ y: 1 }],
      [[{ xy: 1 }, 'v.xy: is not allowed']],
    ],
    [
      'additionalProperties',
      { properties: { a: true }, patternProperties: { '^x': true }, additionalProperties: false },
      [{ a: 1, xy: 1 }],
      [[{ a: 1, b: 1 }, 'v.b: is not a known member']],
    ],
    [
      'propertyNames',
      { propertyNames: { maxLength: 1 } },
      [{ a: 1 }],
      [[{ ab: 1 }, "v.ab: has a name that doesn't match the schema of propertyNames"]],
    ],
    ['minProperties', { minProperties: 1 }, [{ a: 1 }], [[{}, 'v: must have at least 1 members']]],
    ['maxProperties', { maxProperties: 1 }, [{}], [[{ a: 1, b: 1 }, 'v: must have at most 1 members']]],
    ['allOf', { allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1], [[3, 'v: must be at most 2']]],
    [
      'anyOf',
      { anyOf: [{ minimum: 5 }, { maximum: 2 }] },
      [1, 6],
      [[3, 'v: must match one of the schemas of anyOf']],
    ],
    [
      'oneOf',
      { oneOf: [{ minimum: 2 }, { maximum: 5 }] },
      [1],
      [[3, 'v: must match only one of the schemas of oneOf']],
    ],
    ['not', { not: { type: 'string' } }, [1], [['a', 'v: must not match the schema of not']]],
    [
      'if, then, else',
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword
      { if: { type: 'string' }, then: { minLength: 1 }, else: { minimum: 1 } },
      ['a', 1],
      [['', 'v: must have at least 1 characters']],
    ],
    [
      '$ref to a definition',
      { $defs: { 'a/b': { type: 'string' } }, items: { $ref: '#/$defs/a~1b' } },
      [['a']],
      [[[1], 'v[0]: must be a string']],
    ],
    [
      '$ref to itself',
      { properties: { next: { $ref: '#' } }, required: ['value'] },
      [{ value: 1, next: { value: 1 } }],
      [[{ value: 1, next: {} }, 'v.next.value: is required']],
    ],
    [
      'what is no assertion',
      { format: 'email', title: 'T', default: 1, 'x-mine': {}, $comment: 'c' },
      ['no address'],
      [],
    ],
  ])('is checked: %s', (_keyword, schema, valid, invalid) => {
    for (const value of valid) expect(linesOf(schema, value)).toEqual([]);
    for (const [value, line] of invalid) expect(linesOf(schema, value)).toEqual([line]);
  });

  it('has twenty problems at most', () => {
    expect(
      linesOf(
        { items: { type: 'string' } },
        Array.from({ length: 100 }, () => 1),
      ),
    ).toHaveLength(20);
  });
});

describe('a schema', () => {
  const nested = (levels: number): unknown => (levels === 0 ? true : { not: nested(levels - 1) });
  it.each<[what: string, schema: unknown, line: string]>([
    ['that is none', 1, 'schema: must be a schema: an object, true or false'],
    ['of more than 16 KiB', { $comment: 'é'.repeat(8_192) }, 'schema: must have at most 16384 bytes as JSON'],
    ['of 33 levels', nested(33), 'schema: must be nested at most 32 levels deep'],
    ['with an unknown keyword', { maxlength: 1 }, 'schema.maxlength: is not a supported keyword'],
    [
      'of another dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      'schema["$schema"]: must be https://json-schema.org/draft/2020-12/schema, at the top',
    ],
    ['with an identity inside', { not: { $id: 'x' } }, 'schema.not["$id"]: is only allowed at the top'],
    [
      'that refers elsewhere',
      { $ref: 'https://x' },
      'schema["$ref"]: must refer to a part of this schema: # or #/$defs/…',
    ],
    [
      'that refers to nothing',
      { $ref: '#/$defs/x' },
      'schema["$ref"]: doesn\'t refer to a schema inside this one',
    ],
    [
      'that refers to no schema',
      { enum: [{}], $ref: '#/enum/0' },
      'schema["$ref"]: doesn\'t refer to a schema inside this one',
    ],
    [
      'that refers to a broken address',
      { $ref: '#%' },
      'schema["$ref"]: doesn\'t refer to a schema inside this one',
    ],
    ['that is itself', { $ref: '#' }, 'schema: refers to itself endlessly'],
    [
      'that is itself in two steps',
      { $defs: { a: { anyOf: [true, { $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
      'schema["$defs"].a: refers to itself endlessly',
    ],
    [
      'with a pattern of another syntax',
      { pattern: '(?=a)' },
      'schema.pattern: must be a pattern in RE2 syntax: look-ahead, "(?=", is not supported',
    ],
    [
      'with a pattern that is too large',
      { pattern: '(?:.{0,30}){0,30}' },
      'schema.pattern: is too complex: all patterns together may have 700 instructions',
    ],
    [
      'with a wrong type',
      { type: 'text' },
      'schema.type: must be one of, or a list of: object, array, string, number, integer, boolean, null',
    ],
    ['with a wrong count', { minItems: -1 }, 'schema.minItems: must be a whole number from 0'],
    ['with a wrong limit', { maximum: '1' }, 'schema.maximum: must be a number'],
    ['with a wrong divisor', { multipleOf: 0 }, 'schema.multipleOf: must be a number above 0'],
    ['with an empty list of schemas', { anyOf: [] }, 'schema.anyOf: must be a list of schemas'],
    ['with a name twice', { required: ['a', 'a'] }, 'schema.required: must be a list of unique names'],
  ])('is refused: one %s', (_what, schema, line) => {
    expect(flawsOf(schema)).toEqual([line]);
  });

  it.each([
    'contains',
    'minContains',
    'maxContains',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedItems',
    'unevaluatedProperties',
    '$anchor',
    '$dynamicAnchor',
    '$dynamicRef',
  ])('is refused: one with %s, which is outside the subset', (keyword) => {
    const path = keyword.startsWith('$') ? `schema.items["${keyword}"]` : `schema.items.${keyword}`;
    expect(flawsOf({ items: { [keyword]: 1 } })).toEqual([`${path}: is not a supported keyword`]);
  });

  it.each([
    ['of 16 KiB', { $comment: 'a'.repeat(16_384 - '{"$comment":""}'.length) }],
    ['of 32 levels', nested(32)],
    [
      'with its dialect and its name',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://x' },
    ],
  ])('may be one %s', (_what, schema) => {
    expect(flawsOf(schema)).toEqual([]);
  });
});
