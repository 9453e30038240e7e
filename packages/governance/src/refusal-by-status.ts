import type { Rejection } from './admission.ts';
import type { Organisation } from '@bunting/definitions';

const suspended: Rejection = { admitted: false, code: 'organisation_suspended' };
const inactive: Rejection = { admitted: false, code: 'organisation_inactive' };

/** Contract §7.2: a suspended organisation is always refused, an inactive one unless it is on the Free plan. */
export function refusalByStatus(organisation: Pick<Organisation, 'status' | 'plan'>): Rejection | undefined {
  if (organisation.status === 'suspended') return suspended;
  if (organisation.status === 'inactive' && organisation.plan !== 'free') return inactive;
  return undefined;
}
