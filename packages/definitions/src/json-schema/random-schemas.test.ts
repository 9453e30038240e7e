import {
  registerSchema,
  unregisterSchema,
  validate,
  type SchemaObject,
} from '@hyperjump/json-schema/draft-2020-12';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileSchema } from './compile-schema.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Validates with Hyperjump. Ajv 8.20 would not do: if it must know which entries or properties were evaluated, and
 * that depends on the value, it is wrong or throws (https://github.com/ajv-validator/ajv/issues/1909).
 */
async function isValid(schema: object | boolean, value: unknown): Promise<boolean> {
  const id = 'https://bunting.example/schema';
  registerSchema(schema as SchemaObject, id, dialect);
  try {
    return (await validate(id, value as never)).valid;
  } finally {
    unregisterSchema(id);
  }
}

describe('a schema', () => {
  it('says the same of random values as another validator', async () => {
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
        fc.record({ contains: one }),
        fc.record({ contains: one, minContains: count, maxContains: count }),
        fc.record({ pattern: fc.constantFrom('^a', 'b$', '^[ab]*$') }),
        fc.record({ prefixItems: list }),
        fc.record({ prefixItems: list, items: one }),
        fc.record({ required: fc.uniqueArray(name) }),
        fc.record({ properties: map }),
        fc.record({ properties: map, patternProperties: map, additionalProperties: one }),
        fc.record({ propertyNames: one }),
        fc.record({ dependentSchemas: map }),
        fc.record({ allOf: list }),
        fc.record({ anyOf: list }),
        fc.record({ oneOf: list }),
        fc.record({ not: one }),
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword
        fc.record({ if: one, then: one, else: one }),
        fc.record({ anyOf: list, unevaluatedProperties: one }),
        fc.record({ allOf: list, unevaluatedItems: one }),
      );
      const both = fc.tuple(keyword, keyword).map(([left, right]) => ({ ...left, ...right }));
      return { schema: fc.oneof({ depthSize: 'small' }, fc.boolean(), keyword, both) };
    });
    await fc.assert(
      fc.asyncProperty(schema, any, async (each, value) => {
        const result = compileSchema(each, 'schema');
        const valid =
          'schema' in result && result.schema.problems(value, 'v', { steps: 1_000_000 }).length === 0;
        expect({ each, value, valid }).toEqual({ each, value, valid: await isValid(each, value) });
      }),
      { numRuns: 300 },
    );
  });
});
