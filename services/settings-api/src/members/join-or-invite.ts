import {
  changeInvitations,
  changeMembers,
  generateInvitationToken,
  hashSecret,
  readAccounts,
  readInvitations,
  readMembers,
} from '@bunting/changes';
import type { ChangeTransaction, Role } from '@bunting/changes';
import { newId } from '@bunting/database';
import { settingsErrors } from '../errors.ts';

/** How long the link of an invitation can be used. */
const invitationMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Gives a place: at once where there is an account with this address, else as an invitation, which replaces an earlier
 * one. Under the organisation's lock. Gives the token of the invitation; undefined = a member now.
 */
export async function joinOrInvite(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  place: { email: string; role: Role; invitedById: string | null; mayMakeOwners: boolean },
): Promise<string | undefined> {
  const { email, role, invitedById, mayMakeOwners } = place;
  const members = await readMembers(transaction, organisation);
  if (members.some((member) => member.email === email)) throw settingsErrors.taken('member', email);
  const open = (await readInvitations(transaction, organisation)).find((each) => each.email === email);
  if (!mayMakeOwners && (role === 'owner' || open?.role === 'owner')) {
    throw settingsErrors.forbidden('manage-owners');
  }
  const [account] = await readAccounts(transaction, [email]);
  if (account !== undefined) {
    const after = { id: newId(), accountId: account.id, email, role };
    await changeMembers(transaction, organisation, [{ after }]);
    if (open !== undefined) await changeInvitations(transaction, organisation, [{ before: open }]);
    return undefined;
  }
  const token = generateInvitationToken();
  const after = {
    id: open?.id ?? newId(),
    email,
    role,
    tokenHash: hashSecret(token).hash,
    invitedById,
    expiresAt: new Date(transaction.now.getTime() + invitationMs),
    acceptedAt: null,
  };
  await changeInvitations(transaction, organisation, [{ before: open, after }]);
  return token;
}
