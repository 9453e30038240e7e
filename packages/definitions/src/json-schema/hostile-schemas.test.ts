import { describe, expect, it } from '@jest/globals';
import { compileSchema } from './compile-schema.ts';
import { TooMuchWork } from './run.ts';

describe('a hostile schema', () => {
  const chain = (keyword: 'allOf' | 'anyOf' | 'oneOf', levels: number) => ({
    $defs: Object.fromEntries(
      Array.from({ length: levels }, (_, level) => {
        const next = { $ref: `#/$defs/s${level + 1}` };
        return [`s${level}`, level === levels - 1 ? { const: 1 } : { [keyword]: [next, next] }];
      }),
    ),
    $ref: '#/$defs/s0',
  });
  const deep = (depth: number): unknown =>
    Array.from({ length: depth }).reduce((inner) => [inner], 1 as unknown);
  it.each<[what: string, schema: unknown, value: unknown]>([
    ['two ways at each of a hundred levels, all of which are looked at', chain('allOf', 100), 1],
    ['two ways at each of a hundred levels, none of which is met', chain('anyOf', 100), 2],
    ['two ways at each of a hundred levels, one of which must be met', chain('oneOf', 100), 1],
    [
      'two ways at each level of a deep value',
      { allOf: [{ items: { $ref: '#' } }, { items: { $ref: '#' } }] },
      deep(90),
    ],
    [
      'references in a row at each level of a deep value',
      {
        $defs: Object.fromEntries(
          Array.from({ length: 300 }, (_, index) => [
            `s${index}`,
            index === 299 ? { items: { $ref: '#' } } : { $ref: `#/$defs/s${index + 1}` },
          ]),
        ),
        $ref: '#/$defs/s0',
      },
      deep(99),
    ],
    [
      'patterns on long names',
      { patternProperties: { '(?:a?){300}b': true } },
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${'a'.repeat(300)}${index}`, 1])),
    ],
    ['a pattern on a long text', { pattern: '(?:a?){300}b' }, 'a'.repeat(65_000)],
    [
      'entries that are compared',
      { allOf: Array.from({ length: 400 }, () => ({ uniqueItems: true })) },
      Array.from({ length: 20_000 }, (_, index) => index),
    ],
  ])('ends within its steps: %s', (_what, schema, value) => {
    const result = compileSchema(schema, 'schema');
    if ('problems' in result) throw new Error(JSON.stringify(result.problems));
    expect(() => result.schema.problems(value, 'v', { steps: 500_000 })).toThrow(TooMuchWork);
  });
});
