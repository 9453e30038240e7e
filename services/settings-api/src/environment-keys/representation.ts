import { Type } from 'typebox';
import { nullableTimeSchema, timeSchema } from '../framework/schemas.ts';

const properties = {
  id: Type.String({ format: 'uuid' }),
  last_four: Type.String({ description: 'of the key itself, which nobody can see twice' }),
  created_at: timeSchema,
};

export const environmentKeySchema = Type.Object({
  ...properties,
  revoked_at: nullableTimeSchema('null = it is valid'),
});

/** A key that was made just now, with the key itself. */
export const newEnvironmentKeySchema = Type.Object({
  ...properties,
  key: Type.String({ format: 'uuid' }),
  revoked_at: Type.Null(),
});

export interface KeyRow {
  readonly id: string;
  readonly last_four: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

export function toKey({ created_at, revoked_at, ...row }: KeyRow) {
  return { ...row, created_at: created_at.toISOString(), revoked_at: revoked_at?.toISOString() ?? null };
}
