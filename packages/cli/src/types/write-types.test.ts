import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { literalType, quote } from './literal-type.ts';
import type { VariableType } from './variable-type.ts';
import { writeTypes } from './write-types.ts';

const plain = { project: 'shop', literals: false, openfeature: false, client: false };

function variable(key: string, type: VariableType['type'], more: Partial<VariableType> = {}): VariableType {
  return { key, type, client: false, values: undefined, ...more };
}

const variables = [
  variable('checkout-layout', 'string', { values: ['one-page', 'classic'], client: true }),
  variable('checkout-steps', 'number', { values: [3, 2.5] }),
  variable('checkout-enabled', 'boolean', { values: [true], client: true }),
  variable('checkout-columns', 'json', { values: [{ b: [1, null], a: 'x' }, []] }),
];

describe('the declaration file', () => {
  it('is one line for each variable, by code points', () => {
    expect(writeTypes(variables, plain)).toBe(`/* eslint-disable */
// Variables of the project 'shop', written by bunting types. Do not edit.
import type { JsonValue } from '@bunting/client';

declare module '@bunting/client' {
  interface Variables {
    'checkout-columns': JsonValue;
    'checkout-enabled': boolean;
    'checkout-layout': string;
    'checkout-steps': number;
  }
}
`);
  });

  it('has the stored values with --literals, and is a module also without JsonValue', () => {
    expect(writeTypes(variables, { ...plain, literals: true })).toBe(`/* eslint-disable */
// Variables of the project 'shop', written by bunting types. Do not edit.
export {};

declare module '@bunting/client' {
  interface Variables {
    'checkout-columns': [] | { 'a': 'x'; 'b': [1, null] };
    'checkout-enabled': boolean;
    'checkout-layout': 'classic' | 'one-page';
    'checkout-steps': 2.5 | 3;
  }
}
`);
  });

  it('has only client variables with --client, and narrows the keys of OpenFeature with --openfeature', () => {
    expect(writeTypes(variables, { ...plain, openfeature: true, client: true })).toBe(`/* eslint-disable */
// Client variables of the project 'shop', written by bunting types. Do not edit.
export {};

declare module '@bunting/client' {
  interface Variables {
    'checkout-enabled': boolean;
    'checkout-layout': string;
  }
}

declare module '@openfeature/core' {
  export type BooleanFlagKey =
    | 'checkout-enabled'
    ;
  export type StringFlagKey =
    | 'checkout-layout'
    ;
  export type NumberFlagKey = never;
  export type ObjectFlagKey = never;
}
`);
  });

  it('is by code points, not by the units of UTF-16', () => {
    const text = writeTypes([variable('\u{1f600}', 'string'), variable('\uff5e', 'string')], plain);
    expect(text.indexOf('\uff5e')).toBeLessThan(text.indexOf('\u{1f600}'));
  });

  it('names a hostile project within its one line of comment', () => {
    const project = "*/'\u2028\r\nexport const broken = 1;";
    expect(writeTypes([], { ...plain, project }).split(/[\n\r\u2028\u2029]/)[1]).toBe(
      String.raw`// Variables of the project '*/\'\u{2028}\u{d}\u{a}export const broken = 1;', written by bunting types. Do not edit.`,
    );
  });

  it('has the same bytes for the same variables in any order, of values and of members too', () => {
    const mixed = variables.toReversed().map((one) => ({ ...one, values: one.values?.toReversed() }));
    for (const options of [plain, { project: 'shop', literals: true, openfeature: true, client: false }]) {
      expect(writeTypes(mixed, options)).toBe(writeTypes(variables, options));
    }
    const reordered = variable('checkout-columns', 'json', { values: [[], { a: 'x', b: [1, null] }] });
    expect(literalType(reordered)).toBe(literalType(variables[3]!));
  });
});

describe('the literals of a variable', () => {
  const literal = (type: VariableType['type'], values?: readonly unknown[]) =>
    literalType(variable('a', type, { values }));

  it.each([
    ['string', ['b', 'a', 'b'], "'a' | 'b'"],
    ['number', [-1, 0, 1e21, 5e-324, 2 ** 64], '-1 | 0 | 18446744073709552000 | 1e+21 | 5e-324'],
    ['json', [null, { a: null }, true, 1], "1 | true | { 'a': null }"],
    ['json', [{}, { a: {} }, [[]]], "Record<string, never> | [[]] | { 'a': Record<string, never> }"],
    ['json', [JSON.parse('{"__proto__": 1, "constructor": 2}')], "{ '__proto__': 1; 'constructor': 2 }"],
  ] as const)('%s %j are a union', (type, values, union) => {
    expect(literal(type, values)).toBe(union);
  });

  it.each([
    ['are not listed', 'string', undefined],
    ['are none', 'string', []],
    ['are null alone', 'json', [null]],
    ['are those of a boolean, whose fallback may be the other one', 'boolean', [true]],
    ['are not of its type', 'string', ['a', 1]],
    ['are not of its type', 'number', [1, '2']],
    ['are numbers that TypeScript has not', 'number', [Infinity]],
    ['are nested too deep', 'json', [JSON.parse('['.repeat(200) + ']'.repeat(200))]],
    ['are too long', 'string', ['x'.repeat(70_000)]],
    ['are too many', 'string', Array.from({ length: 10_000 }, (_, n) => `value-${n}`)],
  ] as const)('are left out when its values %s', (_, type, values) => {
    expect(literal(type, values)).toBeUndefined();
  });
});

describe('a text in the file', () => {
  it.each([
    ['plain-key.1_2', "'plain-key.1_2'"],
    ["'; } } declare global { var x: 1 } //", String.raw`'\'; } } declare global { var x: 1 } //'`],
    ['back\\slash', String.raw`'back\\slash'`],
    ['line\nbreak\r\t\0\u007f', String.raw`'line\u{a}break\u{d}\u{9}\u{0}\u{7f}'`],
    ['\u2028\u2029', String.raw`'\u{2028}\u{2029}'`],
    ['right\u202eleft\u2066\u200b\ufeff', String.raw`'right\u{202e}left\u{2066}\u{200b}\u{feff}'`],
    ['\u{e0001}', String.raw`'\u{e0001}'`],
    ['half \ud83d pair', String.raw`'half \u{d83d} pair'`],
    ['*/ ` ${x} "', "'*/ ` ${x} \"'"],
    ['ü 💡 漢', "'ü 💡 漢'"],
  ])('is a literal that reads as %j', (text, quoted) => {
    expect(quote(text)).toBe(quoted);
    expect(runInNewContext(quoted)).toBe(text);
  });
});
