import { type KeyKind, keyKinds } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { lastUsedAtSchema, nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';

const properties = {
  id: Type.String({ format: 'uuid' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'a name; null = none' }),
  kind: stringEnum(keyKinds),
  last_four: Type.String({ description: 'the last four characters of the key, which is shown only once' }),
  created_by: Type.Union([Type.String(), Type.Null()], {
    description: 'who created it; null = a document, or an older release that did not record it',
  }),
  created_at: timeSchema,
  last_used_at: lastUsedAtSchema,
};

export const environmentKeySchema = Type.Object(
  {
    ...properties,
    revoked_at: nullableTimeSchema('null = valid'),
  },
  { title: 'EnvironmentKey' },
);

/** A key that was made just now, with the key itself. */
export const newEnvironmentKeySchema = Type.Object(
  {
    ...properties,
    key: Type.String({ format: 'uuid' }),
    revoked_at: Type.Null(),
  },
  { title: 'NewEnvironmentKey' },
);

export interface KeyRow {
  readonly id: string;
  readonly name: string | null;
  readonly kind: KeyKind;
  readonly last_four: string;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

export function toKey({ created_at, last_used_at, revoked_at, ...row }: KeyRow) {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}
