import { roles, type Role } from '@bunting/changes/organisations';
import type { Pool } from 'pg';
import { Type } from '@bunting/definitions/type';
import type { AccountHolder, Caller } from '../framework/access/caller.ts';
import { stringEnum } from '../framework/schemas.ts';

export const whoAmISchema = Type.Object({
  account: Type.Union([Type.Object({ email: Type.String(), name: Type.String() }), Type.Null()], {
    description: 'null = an organisation token',
  }),
  organisations: Type.Array(
    Type.Object({ slug: Type.String(), name: Type.String(), role: stringEnum(roles) }),
  ),
});

interface OwnRole {
  slug: string;
  name: string;
  role: Role;
}

/** The caller with their organisations, by slug. A token has one, as an admin. */
export async function whoAmI(pool: Pool, caller: Caller | AccountHolder) {
  if (caller.kind === 'api_token') {
    const { rows } = await pool.query<OwnRole>(
      `SELECT slug, name, 'admin' AS role FROM organisation WHERE id = $1`,
      [caller.organisationId],
    );
    return { account: null, organisations: rows };
  }
  const { rows } = await pool.query<OwnRole>(
    `SELECT organisation.slug, organisation.name, member.role
     FROM member JOIN organisation ON organisation.id = member.organisation_id
     WHERE member.account_id = $1 ORDER BY organisation.slug`,
    [caller.accountId],
  );
  return { account: { email: caller.email, name: caller.name }, organisations: rows };
}
