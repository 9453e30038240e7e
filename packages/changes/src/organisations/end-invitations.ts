import type { ChangeTransaction } from '../change-transaction.ts';
import { changeInvitations, readInvitations } from './invitations.ts';
import type { InvitationState } from './invitations.ts';

/** Withdraws those open invitations of an organisation that `isOver` says are. */
export async function endInvitations(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  isOver: (invitation: InvitationState) => boolean,
): Promise<void> {
  const open = await readInvitations(transaction, organisation);
  const over = open.filter(isOver).map((before) => ({ before }));
  await changeInvitations(transaction, organisation, over);
}
