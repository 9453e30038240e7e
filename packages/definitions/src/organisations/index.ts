export type { Organisation } from './organisation.ts';
export {
  includesCodeReferences,
  getMauCap,
  type OrganisationStatus,
  organisationStatuses,
  type Plan,
  plans,
  getStoredBytesCap,
} from './plans.ts';
