/** Reasons for disabled controls. Pure. */
import type { Environment, FeatureUse, Membership } from '../types.ts';
import { getDeniedReason, needsApproval, type OwnMembership } from './denied-reason.ts';

/**
 * Returns why the user cannot change a feature as a whole: its status, its slug or its existence; undefined = allowed. Members cannot until
 * its uses are known.
 */
export function getChangeReason(
  membership: OwnMembership | undefined,
  uses: readonly FeatureUse[] | undefined,
  environments: readonly Pick<Environment, 'slug' | 'name' | 'required_approvals'>[],
): string | undefined {
  const denied = getDeniedReason(membership, 'define');
  const guarded = environments.filter(
    (environment) => needsApproval(environment) && uses?.some((use) => use.environment === environment.slug),
  );
  if (denied === undefined && guarded.length > 0) return describeGuarded(guarded);
  if (denied !== undefined || getDeniedReason(membership, 'serve-protected') === undefined) return denied;
  if (uses === undefined) return 'Still loading where it is served.';
  const names = uses
    .filter((use) => use.protected)
    .map((use) => environments.find(({ slug }) => slug === use.environment)?.name ?? use.environment);
  if (names.length === 0) return undefined;
  const list = new Intl.ListFormat('en-GB').format(names);
  return `It is served in ${list}, where only admins and owners can make changes. You are a ${membership?.role} here.`;
}

/** Returns why what these environments serve cannot be changed directly. */
function describeGuarded(environments: readonly { readonly name: string }[]): string {
  const list = new Intl.ListFormat('en-GB').format(environments.map(({ name }) => name));
  return `It is served in ${list}, where changes need approval.`;
}

/** Returns why an organisation cannot lose this member; undefined = it can. If not all members are loaded, the server decides. */
export function lastOwnerReason(
  { email, role }: Pick<Membership, 'email' | 'role'>,
  members: readonly Membership[],
  isWhole: boolean,
): string | undefined {
  const owners = members.filter((each) => each.status === 'member' && each.role === 'owner');
  const isLast = isWhole && role === 'owner' && owners.every((owner) => owner.email === email);
  return isLast ? 'An organisation needs at least one owner. Make someone else an owner first.' : undefined;
}
