import {
  changeInvitations,
  changeMembers,
  readAccounts,
  readInvitations,
  readMembers,
  type AccountState,
  type Role,
} from '@bunting/changes/organisations';
import { generateInvitationToken, hashSecret } from '@bunting/authentication';
import type { ChangeTransaction } from '@bunting/changes';
import { newId } from '@bunting/database';
import { settingsErrors } from '../framework/errors.ts';

/** The lifetime of an invitation's link. */
const invitationMs = 7 * 24 * 60 * 60 * 1000;

export const maxOpenInvitations = 200;

export interface OfferedMembership {
  readonly email: string;
  readonly role: Role;
  /** Null = staff. */
  readonly invitedById: string | null;
  /** The organisation token of the caller; null = none. */
  readonly invitedByTokenId: string | null;
  readonly mayMakeOwners: boolean;
}

/**
 * Invites an address, also one that has an account, because anybody may have made that account. A new invitation replaces an earlier
 * one. Only where the address is proven to this organisation does the account become a member at once. Call it under the
 * organisation's lock. Resolves with the token of the invitation; undefined = a member now.
 */
export async function joinOrInvite(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  { email, role, invitedById, invitedByTokenId, mayMakeOwners }: OfferedMembership,
): Promise<string | undefined> {
  const members = await readMembers(transaction, organisation);
  if (members.some((member) => member.email === email)) throw settingsErrors.taken('member', email);
  const invitations = await readInvitations(transaction, organisation);
  const open = invitations.find((each) => each.email === email);
  if (!mayMakeOwners && (role === 'owner' || open?.role === 'owner')) {
    throw settingsErrors.forbidden('manage-owners');
  }
  const [account] = await readAccounts(transaction, [email]);
  if (account !== undefined && isProven(account, organisation)) {
    const after = { id: newId(), accountId: account.id, email, role };
    await changeMembers(transaction, organisation, [{ after }]);
    if (open !== undefined) await changeInvitations(transaction, organisation, [{ before: open }]);
    return undefined;
  }
  const others = invitations.filter((each) => each !== open && each.expiresAt > transaction.now);
  if (others.length >= maxOpenInvitations) {
    throw settingsErrors.limitReached(
      `An organisation can have at most ${maxOpenInvitations} open invitations. Withdraw some, or wait until they are accepted.`,
    );
  }
  const token = generateInvitationToken();
  const after = {
    id: open?.id ?? newId(),
    email,
    role,
    tokenHash: hashSecret(token).hash,
    invitedById,
    invitedByTokenId,
    expiresAt: new Date(transaction.now.getTime() + invitationMs),
    acceptedAt: null,
  };
  await changeInvitations(transaction, organisation, [{ before: open, after }]);
  return token;
}

/**
 * Returns whether the account's address is verified: by the OpenID Connect provider, or because an invitation of this organisation created the
 * account.
 */
function isProven({ isVerified, provenToId }: AccountState, organisation: { readonly id: string }): boolean {
  return isVerified || provenToId === organisation.id;
}
