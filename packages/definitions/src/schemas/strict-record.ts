import { Type } from './type.ts';
import type { Static, TSchema, TUnsafe } from 'typebox';

/**
 * An object with any names; without `maxProperties` any number of them, as answers have. (Type.Record would look at the names with the pattern `^.*$`, which a line break in a name
 * escapes, and with it the value.)
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
