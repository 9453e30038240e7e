import { differences, eitherState, record, removedStates, writtenStates } from '../change-transaction.ts';
import type { Change, ChangeTransaction } from '../change-transaction.ts';
import { deleteRows, tableOf, writeRows } from '../rows.ts';
import type { Role } from './members.ts';

/** A place offered to an address; the token of its link is nowhere, only its hash. */
export interface InvitationState {
  readonly id: string;
  /** Lower-cased. */
  readonly email: string;
  readonly role: Role;
  readonly tokenHash: string;
  /** The account that invites; null = staff, or nobody any more. */
  readonly invitedById: string | null;
  /** The organisation token by which that was done; null = none. */
  readonly invitedByTokenId: string | null;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
}

const invitations = tableOf('invitation', [
  'id',
  'organisation_id',
  'email',
  'role',
  'token_hash',
  'invited_by_id',
  'invited_by_token_id',
  'expires_at',
  'accepted_at',
]);

/** Those that nobody has accepted, expired ones too; at most one for each address. */
export async function readInvitations(
  { client }: Pick<ChangeTransaction, 'client'>,
  organisation: { readonly id: string },
): Promise<InvitationState[]> {
  const { rows } = await client.query<InvitationState>(
    `SELECT id, email, role, token_hash AS "tokenHash", invited_by_id AS "invitedById",
            invited_by_token_id AS "invitedByTokenId", expires_at AS "expiresAt", accepted_at AS "acceptedAt"
     FROM invitation WHERE organisation_id = $1 AND accepted_at IS NULL ORDER BY id`,
    [organisation.id],
  );
  return rows;
}

export async function changeInvitations(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  changes: readonly Change<InvitationState>[],
): Promise<void> {
  const different = differences(changes);
  await deleteRows(transaction.client, invitations, ['id'], removedStates(different));
  await writeRows(
    transaction.client,
    invitations,
    writtenStates(different).map((invitation) => ({
      id: invitation.id,
      organisation_id: organisation.id,
      email: invitation.email,
      role: invitation.role,
      token_hash: invitation.tokenHash,
      invited_by_id: invitation.invitedById,
      invited_by_token_id: invitation.invitedByTokenId,
      expires_at: invitation.expiresAt,
      accepted_at: invitation.acceptedAt,
    })),
  );
  for (const change of different) {
    const subject = eitherState(change).email;
    record(transaction, 'invitation', change, describe, { organisationId: organisation.id, subject });
  }
}

function describe({ email, role, expiresAt, acceptedAt }: InvitationState) {
  return { email, role, expires_at: expiresAt.toISOString(), accepted: acceptedAt !== null };
}
