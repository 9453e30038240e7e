import { hashSecret } from '@bunting/authentication';
import type { Role } from '@bunting/changes/organisations';
import type { Pool, PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
  readonly organisation: { readonly id: string; readonly slug: string; readonly name: string };
  readonly invitedBy: string | null;
  /** The id of the account with this address; null = it has no account yet. */
  readonly accountId: string | null;
}

/** Throws 404 for a token that is unknown, used, withdrawn or past its time. The error does not say which. */
export async function findInvitation(
  client: Pool | PoolClient,
  token: string,
  now: Date,
): Promise<OpenInvitation> {
  const { rows } = await client.query<OpenInvitation>(
    `SELECT invitation.id, invitation.email, invitation.role, invitation.expires_at AS "expiresAt",
       json_build_object('id', organisation.id, 'slug', organisation.slug, 'name', organisation.name) AS organisation,
       inviter.email AS "invitedBy", account.id AS "accountId"
     FROM invitation
     JOIN organisation ON organisation.id = invitation.organisation_id
     LEFT JOIN account AS inviter ON inviter.id = invitation.invited_by_id
     LEFT JOIN account ON account.email = invitation.email
     WHERE invitation.token_hash = $1 AND invitation.accepted_at IS NULL AND invitation.expires_at > $2`,
    [hashSecret(token).hash, now],
  );
  if (rows[0] === undefined) throw settingsErrors.unknownInvitation;
  return rows[0];
}
