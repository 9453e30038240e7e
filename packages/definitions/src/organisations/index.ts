export type { Organisation } from './organisation.ts';
export {
  includesCodeReferences,
  mauCapOf,
  type OrganisationStatus,
  organisationStatuses,
  type Plan,
  plans,
  storedBytesCapOf,
} from './plans.ts';
