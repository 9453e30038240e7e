export { getMaxEnvironments, sumStoredBytes } from '../limits/check-totals.ts';
export { writeLimits } from '../limits/weigh-change.ts';
// `@bunting/changes/organisations`: organisations and what belongs to them, except projects.
export { type AccountState, changeAccounts, readAccounts } from './accounts.ts';
export { type ApiTokenState, changeApiTokens, readApiTokens } from './api-tokens.ts';
export { changeInvitations, type InvitationState, readInvitations } from './invitations.ts';
export { changeMembers, type MemberState, readMembers } from './members.ts';
export {
  changeOrganisations,
  countOrganisationsMadeBy,
  lockOrganisation,
  organisationColumns,
  type OrganisationState,
  recordMaker,
} from './organisations.ts';
export {
  findPasswordReset,
  openPasswordReset,
  readOrganisationsOfAccount,
  takePasswordReset,
} from './password-resets.ts';
export { redeliver } from './redeliver.ts';
export {
  findRightsFlaw,
  readScopes,
  type Role,
  roles,
  type TokenRights,
  type TokenRole,
  tokenRoles,
  type TokenScope,
  tokenScopes,
} from './roles.ts';
export {
  changeWebhookEndpoints,
  readWebhookEndpoints,
  type WebhookEndpointState,
} from './webhook-endpoints.ts';
