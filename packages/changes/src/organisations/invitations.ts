import {
  differences,
  eitherState,
  record,
  removedStates,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { deleteRows, defineTable, writeRows } from '../rows.ts';
import type { Role } from './roles.ts';

/** A membership offered to an e-mail address. Only the hash of its link's token is stored. */
export interface InvitationState {
  readonly id: string;
  /** Lower-cased. */
  readonly email: string;
  readonly role: Role;
  readonly tokenHash: string;
  /** The inviting account; null = staff, or an account that was deleted. */
  readonly invitedById: string | null;
  /** The organisation token that made it; null = none. */
  readonly invitedByTokenId: string | null;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
}

const invitations = defineTable('invitation', [
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

/** Reads the invitations that nobody has accepted, including expired ones; at most one for each address. */
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

/** Writes invitations of an organisation: one without `after` is deleted. */
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

/** Withdraws the open invitations of an organisation for which `isOver` returns true. */
export async function endInvitations(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  isOver: (invitation: InvitationState) => boolean,
): Promise<void> {
  const open = await readInvitations(transaction, organisation);
  const over = open.filter(isOver).map((before) => ({ before }));
  await changeInvitations(transaction, organisation, over);
}

function describe({ email, role, expiresAt, acceptedAt }: InvitationState) {
  return { email, role, expires_at: expiresAt.toISOString(), accepted: acceptedAt !== null };
}
