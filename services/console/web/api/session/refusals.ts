/** Why somebody may not do something, as it is shown at the disabled control. Pure. */
import type { Environment, FeatureUse, Membership } from '../types.ts';
import { getDeniedReason, type OwnMembership } from './denied-reason.ts';

/**
 * Why somebody may not change what is served of a feature as a whole: its status, its slug, or that it is there. Until it is known where it is
 * served (undefined), members do not.
 */
export function refusalToChangeServed(
  membership: OwnMembership | undefined,
  uses: readonly FeatureUse[] | undefined,
  environments: readonly Pick<Environment, 'slug' | 'name'>[],
): string | undefined {
  const denied = getDeniedReason(membership, 'define');
  if (denied !== undefined || getDeniedReason(membership, 'serve-protected') === undefined) return denied;
  if (uses === undefined) return 'Still loading where it is served.';
  const names = uses
    .filter((use) => use.protected)
    .map((use) => environments.find(({ slug }) => slug === use.environment)?.name ?? use.environment);
  if (names.length === 0) return undefined;
  const list = new Intl.ListFormat('en-GB').format(names);
  return `It is served in ${list}, where only admins and owners can make changes. You are a ${membership?.role} here.`;
}

/** Why an organisation cannot lose this member, whoever asks. Where there are more members than were read, the server says it. */
export function lastOwnerReason(
  { email, role }: Pick<Membership, 'email' | 'role'>,
  members: readonly Membership[],
  isWhole: boolean,
): string | undefined {
  const owners = members.filter((each) => each.status === 'member' && each.role === 'owner');
  const isLast = isWhole && role === 'owner' && owners.every((owner) => owner.email === email);
  return isLast ? 'An organisation needs at least one owner. Make someone else an owner first.' : undefined;
}
