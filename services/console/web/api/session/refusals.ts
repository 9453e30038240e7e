/** Why somebody may not do something, as it is shown at the disabled control. Pure. */
import type { Environment, FeatureUse, Membership, Role } from '../types.ts';

/** Undefined = they may. */
export type Refusal = string | undefined;

export const toViewers = 'Viewers change nothing. Ask an admin for the role of a member.';

const rank: Readonly<Record<Role, number>> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** Whether the role may change what an environment serves. */
export function refusalToServe(role: Role, environment: { name: string; protected: boolean }): Refusal {
  if (rank[role] >= 2) return undefined;
  if (environment.protected)
    return `Only admins and owners change what ${environment.name} serves. You are a ${role} here.`;
  return rank[role] >= 1 ? undefined : toViewers;
}

/** Whether the role may change features and segments. */
export function refusalToDefine(role: Role): Refusal {
  return rank[role] >= 1 ? undefined : toViewers;
}

/**
 * Why somebody may not change what is served of a feature as a whole: its status, its slug, or that it is there. Until it is known where it is
 * served (undefined), members do not.
 */
export function refusalToChangeServed(
  role: Role,
  uses: readonly FeatureUse[] | undefined,
  environments: readonly Pick<Environment, 'slug' | 'name'>[],
): Refusal {
  if (role === 'viewer') return toViewers;
  if (role !== 'member') return undefined;
  if (uses === undefined) return 'Where it is served is not known yet.';
  const names = uses
    .filter((use) => use.protected)
    .map((use) => environments.find(({ slug }) => slug === use.environment)?.name ?? use.environment);
  if (names.length === 0) return undefined;
  const list = new Intl.ListFormat('en-GB').format(names);
  return `It is served in ${list}, where only admins and owners change what is served. You are a member here.`;
}

/** Why an organisation cannot lose this member, whoever asks. Where there are more members than were read, the server says it. */
export function lastOwnerReason(
  { email, role }: Pick<Membership, 'email' | 'role'>,
  members: readonly Membership[],
  isWhole: boolean,
): Refusal {
  const owners = members.filter((each) => each.status === 'member' && each.role === 'owner');
  const isLast = isWhole && role === 'owner' && owners.every((owner) => owner.email === email);
  return isLast ? 'An organisation needs at least one owner. Make someone else an owner first.' : undefined;
}
