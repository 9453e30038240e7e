import { readInvitations, type InvitationState, type MemberState } from '@bunting/changes/organisations';
import type { ChangeTransaction } from '@bunting/changes';
import type { Pool, PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import type { MembershipRow } from './representation.ts';

const memberships = `
  SELECT account.email, account.name, member.role, 'member' AS status, member.created_at AS since,
    NULL AS invited_by, NULL::timestamptz AS expires_at, member.last_seen_at
  FROM member JOIN account ON account.id = member.account_id
  WHERE member.organisation_id = $1
  UNION ALL
  SELECT invitation.email, '', invitation.role, 'invited', invitation.created_at, inviter.email, invitation.expires_at,
    NULL::timestamptz
  FROM invitation LEFT JOIN account AS inviter ON inviter.id = invitation.invited_by_id
  WHERE invitation.organisation_id = $1 AND invitation.accepted_at IS NULL`;

export interface MembershipKey {
  readonly email: string;
  readonly status: string;
}

/** Members and open invitations by address, those after `after`. An address may have one of each for a moment. */
export function listMemberships(
  pool: Pool,
  organisation: { readonly id: string },
  { after, limit }: { after: MembershipKey; limit: number },
): Promise<PageRows<MembershipRow>> {
  return readPageRows<MembershipRow>(
    pool,
    `SELECT * FROM (${memberships}) AS membership WHERE (email, status) > ($2, $3) ORDER BY email, status LIMIT $4`,
    [organisation.id, after.email, after.status, limit],
  );
}

/** Reads the membership or invitation of an address. */
export async function readMembership(
  client: PoolClient,
  organisation: { readonly id: string },
  email: string,
): Promise<MembershipRow> {
  const { rows } = await client.query<MembershipRow>(
    `SELECT * FROM (${memberships}) AS membership WHERE email = $2 ORDER BY status DESC`,
    [organisation.id, email],
  );
  return rows[0]!;
}

/**
 * Reads the open invitation of an address, under the organisation's lock. Throws 404 for an address that is neither a member
 * nor invited.
 */
export async function requireInvitation(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  email: string,
): Promise<InvitationState> {
  const invitation = (await readInvitations(transaction, organisation)).find((each) => each.email === email);
  if (invitation === undefined) throw settingsErrors.unknown('member', email);
  return invitation;
}

/** Throws 409 when the member is the last owner, because only an owner can make another owner. */
export function requireAnotherOwner(members: readonly MemberState[], member: MemberState): void {
  const others = members.filter(({ id, role }) => role === 'owner' && id !== member.id);
  if (member.role === 'owner' && others.length === 0) throw settingsErrors.lastOwner;
}
