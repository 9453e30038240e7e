import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { compileSchema } from './compile-schema.ts';

/** Validates with Ajv, which agrees with the specification on these keywords. The schema is known to be one. */
function isValid(schema: object | boolean, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, meta: false, validateSchema: false });
  return ajv.validate(schema, value);
}

describe('a schema', () => {
  it('says the same of random values as another validator', () => {
    const name = fc.constantFrom('a', 'b', 'ab');
    const any = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(null, true, 0, 1, 1.5, -2, '', 'a', 'ab', 'ba'),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(name, tie('json'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).json;
    const count = fc.nat(3);
    const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => {
      const one = tie('schema');
      const list = fc.array(one, { minLength: 1, maxLength: 3 });
      const map = fc.dictionary(name, one, { maxKeys: 2, noNullPrototype: true });
      const keyword = fc.oneof(
        fc.record({ type: fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'null') }),
        fc.record({
          enum: fc.uniqueArray(any, { minLength: 1, maxLength: 3, selector: (each) => JSON.stringify(each) }),
        }),
        fc.record({ const: any }),
        fc.record({ minimum: count }),
        fc.record({ exclusiveMaximum: count }),
        fc.record({ multipleOf: fc.constantFrom(0.5, 2) }),
        fc.record({ minLength: count }),
        fc.record({ maxItems: count }),
        fc.record({ uniqueItems: fc.boolean() }),
        fc.record({ pattern: fc.constantFrom('^a', 'b$', '^[ab]*$') }),
        fc.record({ prefixItems: list }),
        fc.record({ prefixItems: list, items: one }),
        fc.record({ required: fc.uniqueArray(name) }),
        fc.record({ properties: map }),
        fc.record({ properties: map, patternProperties: map, additionalProperties: one }),
        fc.record({ propertyNames: one }),
        fc.record({ allOf: list }),
        fc.record({ anyOf: list }),
        fc.record({ oneOf: list }),
        fc.record({ not: one }),
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword
        fc.record({ if: one, then: one, else: one }),
      );
      const both = fc.tuple(keyword, keyword).map(([left, right]) => ({ ...left, ...right }));
      return { schema: fc.oneof({ depthSize: 'small' }, fc.boolean(), keyword, both) };
    });
    fc.assert(
      fc.property(schema, any, (each, value) => {
        const result = compileSchema(each, 'schema');
        const valid =
          'schema' in result && result.schema.problems(value, 'v', { steps: 1_000_000 }).length === 0;
        expect({ each, value, valid }).toEqual({ each, value, valid: isValid(each, value) });
      }),
      { numRuns: 300 },
    );
  });
});
