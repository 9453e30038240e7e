import {
  changeAccounts,
  changeInvitations,
  changeMembers,
  lockOrganisation,
  readInvitations,
  readMembers,
} from '@bunting/changes/organisations';
import type { ChangeTransaction } from '@bunting/changes';
import { newId } from '@bunting/database';
import { settingsErrors } from '../framework/errors.ts';
import { findInvitation } from './queries.ts';

/**
 * Makes the invited person a member, with a new account if the address has none. Resolves with the account's id. Throws 404 where
 * the invitation was used or withdrawn meanwhile.
 */
export async function acceptInvitation(
  transaction: ChangeTransaction,
  token: string,
  newAccount: { name: string; passwordHash: string } | undefined,
): Promise<string> {
  const { client, now } = transaction;
  const { organisation } = await findInvitation(client, token, now);
  await lockOrganisation(transaction, organisation.slug);
  // It is read again, because under the lock nobody else can withdraw or use it.
  const found = await findInvitation(client, token, now);
  const invitation = (await readInvitations(transaction, organisation)).find(({ id }) => id === found.id);
  if (invitation === undefined) throw settingsErrors.unknownInvitation;
  const { email, role } = invitation;
  const accountId = found.accountId ?? newId();
  if (found.accountId === null) {
    if (newAccount === undefined) throw settingsErrors.unknownInvitation;
    const { name, passwordHash } = newAccount;
    const after = {
      id: accountId,
      email,
      name,
      passwordHash,
      isVerified: false,
      provenToId: organisation.id,
    };
    await changeAccounts(transaction, [organisation], [{ after }]);
  }
  const members = await readMembers(transaction, organisation);
  if (!members.some((member) => member.accountId === accountId)) {
    await changeMembers(transaction, organisation, [{ after: { id: newId(), accountId, email, role } }]);
  }
  await changeInvitations(transaction, organisation, [
    { before: invitation, after: { ...invitation, acceptedAt: now } },
  ]);
  return accountId;
}
