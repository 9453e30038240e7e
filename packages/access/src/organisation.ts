import type { Rejection } from './admission.ts';
import type { Plan } from './plans.ts';

export type OrganisationStatus = 'active' | 'suspended' | 'inactive';

/** What governance needs to know of an organisation; it travels in the datafile. */
export interface Organisation {
  /** UUID. */
  readonly id: string;
  readonly slug: string;
  readonly status: OrganisationStatus;
  readonly plan: Plan;
  /** Its own cap of monthly active users, zero included; null = that of the plan. */
  readonly mauCap: number | null;
}

const suspended: Rejection = { admitted: false, code: 'organisation_suspended' };
const inactive: Rejection = { admitted: false, code: 'organisation_inactive' };

/** Contract §7.2: a suspended organisation is always refused, an inactive one unless it is on the Free plan. */
export function refusalByStatus(organisation: Pick<Organisation, 'status' | 'plan'>): Rejection | undefined {
  if (organisation.status === 'suspended') return suspended;
  if (organisation.status === 'inactive' && organisation.plan !== 'free') return inactive;
  return undefined;
}
