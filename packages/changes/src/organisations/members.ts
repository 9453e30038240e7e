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
import { endInvitations, type InvitationState } from './invitations.ts';
import type { Role } from './roles.ts';

/** The membership of an account in an organisation. Ids are UUIDs; `email` is lower-cased. */
export interface MemberState {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: Role;
}

const members = defineTable('member', ['id', 'organisation_id', 'account_id', 'role']);

/** Reads all members of an organisation, ordered by id. `organisation.id` is a UUID. */
export async function readMembers(
  { client }: Pick<ChangeTransaction, 'client'>,
  organisation: { readonly id: string },
): Promise<MemberState[]> {
  const { rows } = await client.query<MemberState>(
    `SELECT member.id, member.account_id AS "accountId", account.email, member.role
     FROM member JOIN account ON account.id = member.account_id
     WHERE member.organisation_id = $1 ORDER BY member.id`,
    [organisation.id],
  );
  return rows;
}

/** Writes memberships of an organisation: one without `after` is deleted. */
export async function changeMembers(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  changes: readonly Change<MemberState>[],
): Promise<void> {
  const different = differences(changes);
  await deleteRows(transaction.client, members, ['id'], removedStates(different));
  await writeRows(
    transaction.client,
    members,
    writtenStates(different).map(({ id, accountId, role }) => ({
      id,
      organisation_id: organisation.id,
      account_id: accountId,
      role,
    })),
  );
  for (const change of different) {
    const subject = eitherState(change).email;
    const event = {
      kind: 'member',
      before: change.before && describe(change.before),
      after: change.after && describe(change.after),
    } as const;
    record(transaction, 'member', change, describe, { organisationId: organisation.id, subject, event });
  }
  await endInvitations(transaction, organisation, (invitation) =>
    different.some((change) => mayNoLongerInvite(change, invitation)),
  );
}

/** Returns true if the author of an invitation can no longer invite, which ends it. Invitations of a token end with the token instead. */
function mayNoLongerInvite(
  { before, after }: Change<MemberState>,
  { invitedById, invitedByTokenId, role }: Pick<InvitationState, 'invitedById' | 'invitedByTokenId' | 'role'>,
): boolean {
  if (before === undefined || invitedByTokenId !== null || invitedById !== before.accountId) return false;
  const needed = role === 'owner' ? ['owner'] : ['admin', 'owner'];
  return after === undefined || !needed.includes(after.role);
}

function describe({ email, role }: MemberState) {
  return { email, role };
}
