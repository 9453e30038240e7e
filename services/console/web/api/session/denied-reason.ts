import type { Role, Session } from '../types.ts';

/** A permission of the API's role table. */
export type Permission = OwnMembership['permissions'][number];

/** An organisation of the signed-in user, with their role and its permissions. */
export type OwnMembership = Pick<Session['organisations'][number], 'role' | 'permissions'>;

export interface NamedEnvironment {
  readonly name: string;
  readonly protected: boolean;
  /** More than 0: what it serves changes only with approvals. */
  readonly required_approvals?: number;
}

/** Returns the reason why a role lacks a permission. Controls show it; there is no other such table. */
function getReason(permission: Permission, role: Role, subject = 'protected environments'): string {
  switch (permission) {
    case 'define':
    case 'propose':
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
 * Returns why a permission is denied; undefined = granted. Changes in protected environments need a permission of their own, and nobody
 * serves directly where approvals are required. Everything is denied until the membership is known.
 */
export function getDeniedReason(
  membership: OwnMembership | undefined,
  permission: Permission,
  environment?: NamedEnvironment,
): string | undefined {
  if (membership === undefined) return 'Only members of the organisation can do this.';
  if (
    permission === 'serve' &&
    environment &&
    needsApproval(environment) &&
    membership.permissions.includes('serve')
  )
    return `Changes in ${environment.name} need approval. Edit its targeting to propose one.`;
  const needed = permission === 'serve' && environment?.protected ? 'serve-protected' : permission;
  if (membership.permissions.includes(needed)) return undefined;
  return getReason(needed, membership.role, environment?.name);
}

/** Returns whether changes of what an environment serves are proposed instead of saved. */
export function needsApproval({
  required_approvals: required = 0,
}: Pick<NamedEnvironment, 'required_approvals'>): boolean {
  return required > 0;
}

/** Returns the number of required approvals in words: "2 approvals". */
export function countApprovals({
  required_approvals: required = 0,
}: Pick<NamedEnvironment, 'required_approvals'>): string {
  return required === 1 ? '1 approval' : `${required} approvals`;
}

/** Returns why targeting cannot be switched; undefined = it can. Admins and owners may switch it off without approval, unless nothing is exempt. */
export function getSwitchReason(
  membership: OwnMembership | undefined,
  environment: NamedEnvironment & { readonly without_approval?: string },
  isOn: boolean,
): string | undefined {
  const isExempt = isOn && needsApproval(environment) && environment.without_approval !== 'nothing';
  return isExempt
    ? getDeniedReason(membership, 'serve', { name: environment.name, protected: environment.protected })
    : getDeniedReason(membership, 'serve', environment);
}

/** Returns why a control that takes no comment cannot change what the environment serves; undefined = it can. */
export function getCommentReason(
  environment: { readonly name: string; readonly comment_required: boolean } | undefined,
): string | undefined {
  if (environment?.comment_required !== true) return undefined;
  return `Changes in ${environment.name} need a comment, which can’t be added here. Use the API.`;
}
