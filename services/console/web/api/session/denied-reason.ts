import type { Role, Session } from '../types.ts';

/** A permission of the role table of the settings interface. */
export type Permission = OwnMembership['permissions'][number];

/** An organisation of the signed-in user, with their role and its permissions. */
export type OwnMembership = Pick<Session['organisations'][number], 'role' | 'permissions'>;

export interface NamedEnvironment {
  readonly name: string;
  readonly protected: boolean;
}

/** The reasons why a role does not have a permission. The only such table: controls show them. */
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
 * Returns why a permission is denied; undefined = it is granted. To serve in a protected environment is a permission of its own. Until the
 * membership is known everything is denied.
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
