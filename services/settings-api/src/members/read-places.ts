import type { Pool, PoolClient } from 'pg';
import { readPageRows } from '../read-page-rows.ts';
import type { PageRows } from '../read-page-rows.ts';
import type { PlaceRow } from './place.ts';

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
export async function readPlaces(
  pool: Pool,
  organisation: { readonly id: string },
  after: PlaceKey,
  limit: number,
): Promise<PageRows<PlaceRow>> {
  return readPageRows<PlaceRow>(
    pool,
    `SELECT * FROM (${places}) AS place WHERE (email, status) > ($2, $3) ORDER BY email, status LIMIT $4`,
    [organisation.id, after.email, after.status, limit],
  );
}

export async function readPlace(
  client: PoolClient,
  organisation: { readonly id: string },
  email: string,
): Promise<PlaceRow> {
  const { rows } = await client.query<PlaceRow>(
    `SELECT * FROM (${places}) AS place WHERE email = $2 ORDER BY status DESC`,
    [organisation.id, email],
  );
  return rows[0]!;
}
