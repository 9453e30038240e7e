import { roles, type Role } from '@bunting/changes/organisations';
import type { Pool } from 'pg';
import { Type } from '@bunting/definitions/type';
import { readPasswordHash } from './queries.ts';
import { actions, may, neededScopes, type Action } from '../framework/access/authorisation.ts';
import type { Caller } from '../framework/access/caller.ts';
import { stringEnum } from '../framework/schemas.ts';

/** Actions that the role table allows a token, but only people may do. */
const ofPeople: ReadonlySet<Action> = new Set(['comment', 'leave']);

export const whoAmISchema = Type.Object(
  {
    account: Type.Union(
      [
        Type.Object({
          email: Type.String(),
          name: Type.String(),
          has_password: Type.Boolean({
            description: 'false = the person signs in with the OpenID Connect provider',
          }),
        }),
        Type.Null(),
      ],
      { description: 'null = an organisation token' },
    ),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'when the session ends, regardless of its use; null = an organisation token',
    }),
    organisations: Type.Array(
      Type.Object({
        slug: Type.String(),
        name: Type.String(),
        role: stringEnum(roles),
        permissions: Type.Array(stringEnum(actions), {
          description: 'your permissions there, as 403 `role_insufficient` names them',
        }),
      }),
    ),
  },
  { title: 'WhoAmI' },
);

interface OwnRole {
  slug: string;
  name: string;
  role: Role;
}

const withPermissions = (own: OwnRole, isPossible: (action: Action) => boolean = () => true) => ({
  ...own,
  permissions: actions.filter((action) => may(own.role, action) && isPossible(action)),
});

/** Returns the caller with their organisations, by slug. A token has one. */
export async function whoAmI(pool: Pool, caller: Caller) {
  if (caller.kind === 'api_token') {
    const { rows } = await pool.query<OwnRole>(
      'SELECT slug, name, $2 AS role FROM organisation WHERE id = $1',
      [caller.organisationId, caller.role],
    );
    const isPossible = (action: Action) => {
      const scope = neededScopes[action];
      return !ofPeople.has(action) && (scope === undefined || caller.scopes.includes(scope));
    };
    const organisations = rows.map((own) => withPermissions(own, isPossible));
    return { account: null, expires_at: null, organisations };
  }
  const [{ rows }, hash] = await Promise.all([
    pool.query<OwnRole>(
      `SELECT organisation.slug, organisation.name, member.role
       FROM member JOIN organisation ON organisation.id = member.organisation_id
       WHERE member.account_id = $1 ORDER BY organisation.slug`,
      [caller.accountId],
    ),
    readPasswordHash(pool, caller.accountId),
  ]);
  return {
    account: { email: caller.email, name: caller.name, has_password: hash !== null },
    expires_at: caller.expiresAt.toISOString(),
    organisations: rows.map((own) => withPermissions(own)),
  };
}
