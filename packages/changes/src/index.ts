export { diff } from './audit/diff.ts';
export type { Difference } from './audit/difference.ts';
export type { Change, ChangeSource, ChangeTransaction, RecordedChange } from './change-transaction.ts';
export { changeFeatures } from './features/change-features.ts';
export {
  describeFeature,
  type FeatureState,
  type VariableState,
  type VariationState,
} from './features/feature-state.ts';
export { readFeatureIds, readFeatures } from './features/read-features.ts';
export { readSegmentUses, readVariationUses, type Use } from './features/read-uses.ts';
export { readVariableOwners } from './features/read-variable-owners.ts';
export { inSlices } from './in-slices.ts';
export { projectLimits } from './limits/check-totals.ts';
export { type HeaviestFeature, readHeaviestFeatures } from './limits/read-heaviest-features.ts';
export { readStoredTotals } from './limits/read-stored-totals.ts';
export { type ChangesMade, type ChangeContext, makeChanges } from './make-changes.ts';
export { type AccountState, changeAccounts, readAccounts } from './organisations/accounts.ts';
export {
  type ApiTokenState,
  changeApiTokens,
  readApiTokens,
  type TokenScope,
  tokenScopes,
} from './organisations/api-tokens.ts';
export { changeInvitations, type InvitationState, readInvitations } from './organisations/invitations.ts';
export { changeMembers, type MemberState, readMembers, type Role, roles } from './organisations/members.ts';
export {
  changeOrganisations,
  countOrganisationsMadeBy,
  lockOrganisation,
  organisationColumns,
  type OrganisationState,
  recordMaker,
} from './organisations/organisations.ts';
export {
  findPasswordReset,
  openPasswordReset,
  organisationsOf,
  type PasswordReset,
  takePasswordReset,
} from './organisations/password-resets.ts';
export { type DeliverySelection, redeliver } from './organisations/redeliver.ts';
export {
  changeWebhookEndpoints,
  readWebhookEndpoints,
  type WebhookEndpointState,
} from './organisations/webhook-endpoints.ts';
export {
  changeEnvironmentKeys,
  type EnvironmentKeyState,
  readEnvironmentKeys,
} from './projects/environment-keys.ts';
export { changeEnvironments, type EnvironmentState, readEnvironments } from './projects/environments.ts';
export { changeProjects, lockProject, type ProjectState } from './projects/projects.ts';
export { readSegmentIds } from './projects/read-segment-ids.ts';
export { changeSegments, readSegments, type SegmentState } from './projects/segments.ts';
export { changeServing, type ServingChange } from './serving/change-serving.ts';
export { readServing, readTargetingAndDefaults } from './serving/read-serving.ts';
export { nothingServed, type ServingState } from './serving/serving-state.ts';
