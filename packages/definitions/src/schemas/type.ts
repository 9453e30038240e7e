import type { TProperties, TSchema, Type as Builder } from 'typebox';

type Schema = Readonly<Record<string, unknown>>;

/** Marks the schema of an optional member. It is no part of JSON Schema, so the property is not enumerable. */
const optional = '~optional';

const withOptions =
  (schema: Schema) =>
  (options: Schema = {}) => ({ ...schema, ...options });

const isOptional = (schema: TSchema): boolean => optional in schema;

/** Copies properties that are not enumerable, too. */
function copyOf(schema: Schema): Schema {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
}

function objectSchema(properties: TProperties, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]!));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

/**
 * Builds JSON Schemas as TypeBox does, with TypeBox's types. Only the builders that Bunting uses are here: importing TypeBox loads
 * 370 modules, a quarter of the time that settings-api takes to start (ADR 45). A test compares each builder with TypeBox's.
 */
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
