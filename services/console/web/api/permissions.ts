import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './queries.ts';
import type { Role, Session } from './types.ts';

/** Why somebody may not do something; undefined = they may. Shown at the disabled control. */
export type Refusal = string | undefined;

/** What the role table of the settings interface names. */
export type Action = Session['organisations'][number]['permissions'][number];

const toViewers = 'Viewers change nothing. Ask an admin for the role of a member.';

/** Who may do what, for those who may not. */
function reasonOf(action: Action, role: Role): string {
  switch (action) {
    case 'define':
    case 'serve':
    case 'read-receivers':
      return toViewers;
    case 'serve-protected':
      return `Only admins and owners change what protected environments serve. You are a ${role} here.`;
    case 'manage-owners':
      return `Only owners make and unmake owners. You are ${role === 'admin' ? 'an' : 'a'} ${role} here.`;
    default:
      return `Only admins and owners do this. You are a ${role} here.`;
  }
}

/** Why whoever is signed in may not do this in the organisation; undefined = they may. Until the session is known nobody may. */
export function usePermission(org: string, action: Action): Refusal {
  const { data: session } = useQuery(sessionQuery);
  const own = session?.organisations.find(({ slug }) => slug === org);
  if (own === undefined) return 'Only members of the organisation do this.';
  return own.permissions.includes(action) ? undefined : reasonOf(action, own.role);
}

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
