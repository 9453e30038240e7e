import { changeInvitations, changeMembers, readInvitations, readMembers } from '@bunting/changes';
import type { ChangeTransaction, MemberState, Role } from '@bunting/changes';
import { settingsErrors } from '../framework/errors.ts';

type Organisation = { readonly id: string };

/** Somebody must be left who can do everything. */
export function keepAnOwner(members: readonly MemberState[], leaving: MemberState): void {
  const others = members.filter(({ id, role }) => role === 'owner' && id !== leaving.id);
  if (leaving.role === 'owner' && others.length === 0) throw settingsErrors.lastOwner;
}

/**
 * Removes a member, or withdraws an invitation; under the organisation's lock. `check` hears the role of the place that
 * goes, before it does.
 */
export async function removeMember(
  transaction: ChangeTransaction,
  organisation: Organisation,
  email: string,
  check: (role: Role) => void,
): Promise<void> {
  const members = await readMembers(transaction, organisation);
  const member = members.find((each) => each.email === email);
  if (member !== undefined) {
    check(member.role);
    keepAnOwner(members, member);
    return changeMembers(transaction, organisation, [{ before: member }]);
  }
  const invitation = (await readInvitations(transaction, organisation)).find((each) => each.email === email);
  if (invitation === undefined) throw settingsErrors.unknown('member', email);
  check(invitation.role);
  return changeInvitations(transaction, organisation, [{ before: invitation }]);
}
