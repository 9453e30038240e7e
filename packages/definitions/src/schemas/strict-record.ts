import { Type } from './type.ts';
import type { Static, TSchema, TUnsafe } from 'typebox';

/**
 * Declares an object with any names, whose values all have the same schema. Without `maxProperties` it may have any number of members, which is
 * for answers. Replaces Type.Record, which matches names against `^.*$`: a name with a line break does not match, so its value would not be
 * checked.
 */
export function strictRecord<Schema extends TSchema>(
  schema: Schema,
  maxProperties = Number.MAX_SAFE_INTEGER,
): TUnsafe<Readonly<Record<string, Static<Schema>>>> {
  return Type.Unsafe<Readonly<Record<string, Static<Schema>>>>({
    type: 'object',
    additionalProperties: schema,
    ...(maxProperties < Number.MAX_SAFE_INTEGER && { maxProperties }),
  });
}
