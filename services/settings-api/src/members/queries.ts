import type { Pool, PoolClient } from 'pg';
import type { MembershipRow } from './representation.ts';

const places = `
  SELECT account.email, account.name, member.role, 'member' AS status, member.created_at AS since,
    NULL AS invited_by, NULL::timestamptz AS expires_at
  FROM member JOIN account ON account.id = member.account_id
  WHERE member.organisation_id = $1
  UNION ALL
  SELECT invitation.email, '', invitation.role, 'invited', invitation.created_at, inviter.email, invitation.expires_at
  FROM invitation LEFT JOIN account AS inviter ON inviter.id = invitation.invited_by_id
  WHERE invitation.organisation_id = $1 AND invitation.accepted_at IS NULL`;

export interface PlaceKey {
  readonly email: string;
  readonly status: string;
}

/** Members and open invitations by address, those after `after`. An address may have one of each for a moment. */
export async function readMemberships(
  pool: Pool,
  organisation: { readonly id: string },
  after: PlaceKey,
  limit: number,
): Promise<MembershipRow[]> {
  const { rows } = await pool.query<MembershipRow>(
    `SELECT * FROM (${places}) AS place WHERE (email, status) > ($2, $3) ORDER BY email, status LIMIT $4`,
    [organisation.id, after.email, after.status, limit],
  );
  return rows;
}

export async function readMembership(
  client: PoolClient,
  organisation: { readonly id: string },
  email: string,
): Promise<MembershipRow> {
  const { rows } = await client.query<MembershipRow>(
    `SELECT * FROM (${places}) AS place WHERE email = $2 ORDER BY status DESC`,
    [organisation.id, email],
  );
  return rows[0]!;
}
