import { readScopes, tokenRoles, tokenScopes } from '@bunting/changes/organisations';
import { Type } from '@bunting/definitions/type';
import { lastUsedAtSchema, nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';

const properties = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  last_four: Type.String({ description: 'the last four characters of the token, which is shown only once' }),
  scopes: Type.Array(stringEnum(tokenScopes)),
  role: Type.Union([stringEnum(tokenRoles), Type.Null()], {
    description: 'its role in the management API; null = it lacks the scope `settings`',
  }),
  created_by: Type.Union([Type.String(), Type.Null()], {
    description: 'who created it, and the actor of its changes; null = a document without an author',
  }),
  created_by_left: Type.Boolean({ description: 'the person who created it is no longer a member' }),
  created_at: timeSchema,
  last_used_at: lastUsedAtSchema,
  revoked_at: nullableTimeSchema('null = valid'),
};

export const apiTokenSchema = Type.Object(properties, { title: 'ApiToken' });

/** A token that was made just now, with the token itself. */
export const newApiTokenSchema = Type.Object(
  { ...properties, token: Type.String() },
  { title: 'NewApiToken' },
);

export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly last_four: string;
  /** As they are stored. */
  readonly scopes: string[];
  readonly created_by: string | null;
  readonly created_by_left: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

export function toToken({
  id,
  name,
  last_four,
  scopes: stored,
  created_at,
  last_used_at,
  revoked_at,
  ...row
}: TokenRow) {
  const { scopes, role } = readScopes(stored);
  return {
    id,
    name,
    last_four,
    scopes: [...scopes],
    role,
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}
