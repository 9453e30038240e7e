import type { Role } from './types.ts';

/** Why somebody may not do something; undefined = they may. Shown at the disabled control. */
export type Refusal = string | undefined;

const rank: Readonly<Record<Role, number>> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** Whether the role may change what an environment serves. */
export function refusalToServe(role: Role, environment: { name: string; protected: boolean }): Refusal {
  if (rank[role] >= 2) return undefined;
  if (environment.protected)
    return `Only admins and owners change what ${environment.name} serves. You are a ${role} here.`;
  return rank[role] >= 1 ? undefined : 'Viewers change nothing. Ask an admin for the role of a member.';
}

/** Whether the role may change features and segments. */
export function refusalToDefine(role: Role): Refusal {
  return rank[role] >= 1 ? undefined : 'Viewers change nothing. Ask an admin for the role of a member.';
}

/** Whether the role may change environments, keys and people. */
export function refusalToAdminister(role: Role): Refusal {
  return rank[role] >= 2 ? undefined : `Only admins and owners do this. You are a ${role} here.`;
}
