/**
 * JSON Schemas as typebox builds them, with its types. Its code brings 370 modules along, which took every process that starts,
 * and every suite of tests, a quarter of the time that it took to load: of it this is what is used.
 */
import type { TProperties, TSchema, Type as Builder } from 'typebox';

type Schema = Readonly<Record<string, unknown>>;

/** Of a schema that may be left out: not part of JSON Schema, so no enumerable property. */
const optional = '~optional';

const withOptions =
  (schema: Schema) =>
  (options: Schema = {}) => ({ ...schema, ...options });

const isOptional = (schema: TSchema): boolean => optional in schema;

/** With what is not enumerable. */
function copyOf(schema: Schema): Schema {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
}

function objectSchema(properties: TProperties, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]!));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

export const Type = {
  Array: (items: TSchema, options: Schema = {}) => ({ type: 'array', items, ...options }),
  Boolean: withOptions({ type: 'boolean' }),
  Integer: withOptions({ type: 'integer' }),
  Intersect: (allOf: readonly TSchema[], options: Schema = {}) => ({ allOf, ...options }),
  IsOptional: isOptional,
  Literal: (value: unknown, options: Schema = {}) => ({ type: typeof value, const: value, ...options }),
  Null: withOptions({ type: 'null' }),
  Number: withOptions({ type: 'number' }),
  Object: objectSchema,
  Optional: (schema: Schema) => Object.defineProperty(copyOf(schema), optional, { value: true }),
  Pick: ({ properties }: { properties: TProperties }, names: readonly string[]) =>
    objectSchema(Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)))),
  String: withOptions({ type: 'string' }),
  Union: (anyOf: readonly TSchema[], options: Schema = {}) => ({ anyOf, ...options }),
  Unknown: withOptions({}),
  Unsafe: copyOf,
} as unknown as Pick<
  typeof Builder,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Intersect'
  | 'IsOptional'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Pick'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;
