import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../queries/project.ts';
import { toViewers, type Refusal } from './refusals.ts';
import type { Role, Session } from '../types.ts';

/** What the role table of the settings interface names. */
export type Action = Session['organisations'][number]['permissions'][number];

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
