import { Type } from './type.ts';
import type { Static, TSchema, TUnsafe } from 'typebox';

/** The same schema, where `null` says what leaving the member out says. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [(schema as { type?: string }).type, 'null'],
  });
}
