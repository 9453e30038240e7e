import { getDeniedReason, needsApproval, type NamedEnvironment } from './denied-reason.ts';
import { useMembership } from './use-can.ts';

/** Returns whether the user saves or proposes changes of what an environment serves, and why they can do neither. */
export function useWriteMode(org: string, environment: NamedEnvironment) {
  const membership = useMembership(org);
  const isProposed = needsApproval(environment);
  const permission = isProposed ? 'propose' : 'serve';
  return { isProposed, disabledReason: getDeniedReason(membership, permission, environment) };
}
