import { Type } from './type.ts';
import type { Static, TSchema, TUnsafe } from 'typebox';

/** Returns the schema, extended by `null`. For members where `null` means the same as an omitted member. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [(schema as { type?: string }).type, 'null'],
  });
}
