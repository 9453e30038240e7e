import type { Role, Session } from '../types.ts';

/** A permission of the API's role table. */
export type Permission = OwnMembership['permissions'][number];

/** An organisation of the signed-in user, with their role and its permissions. */
export type OwnMembership = Pick<Session['organisations'][number], 'role' | 'permissions'>;

export interface NamedEnvironment {
  readonly name: string;
  readonly protected: boolean;
}

/** Returns the reason why a role lacks a permission. Controls show it; there is no other such table. */
function getReason(permission: Permission, role: Role, subject = 'protected environments'): string {
  switch (permission) {
    case 'define':
    case 'serve':
    case 'read-receivers':
      return 'Viewers can’t make changes. Ask an admin to make you a member.';
    case 'serve-protected':
      return `Only admins and owners can make changes in ${subject}. You are a ${role} here.`;
    case 'manage-owners':
      return `Only owners can add and remove owners. You are ${role === 'admin' ? 'an' : 'a'} ${role} here.`;
    default:
      return `Only admins and owners can do this. You are a ${role} here.`;
  }
}

/**
 * Returns why a permission is denied; undefined = granted. Changes in protected environments need a permission of their own. Everything is
 * denied until the membership is known.
 */
export function getDeniedReason(
  membership: OwnMembership | undefined,
  permission: Permission,
  environment?: NamedEnvironment,
): string | undefined {
  if (membership === undefined) return 'Only members of the organisation can do this.';
  const needed = permission === 'serve' && environment?.protected ? 'serve-protected' : permission;
  if (membership.permissions.includes(needed)) return undefined;
  return getReason(needed, membership.role, environment?.name);
}
