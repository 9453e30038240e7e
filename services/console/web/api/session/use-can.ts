import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../queries/project.ts';
import {
  getDeniedReason,
  type NamedEnvironment,
  type OwnMembership,
  type Permission,
} from './denied-reason.ts';

/** Returns the membership of the signed-in user, for lists whose rows have permissions of their own. */
export function useMembership(org: string | undefined): OwnMembership | undefined {
  const { data: session } = useQuery(sessionQuery);
  return session?.organisations.find(({ slug }) => slug === org);
}

/** Returns whether the user has a permission in an organisation, and otherwise the reason, for disabled controls. */
export function useCan(org: string, permission: Permission, environment?: NamedEnvironment) {
  const reason = getDeniedReason(useMembership(org), permission, environment);
  return { can: reason === undefined, reason };
}
