export { makeChanges } from './make-changes.ts';
export type { ChangesMade, Door } from './make-changes.ts';
export type { Change, ChangeSource, ChangeTransaction, RecordedChange } from './change-transaction.ts';

export { checkAnyOf } from './definition/check-condition.ts';
export { checkDefaults, checkOverrides, isUserId, longestUserId } from './definition/check-pins.ts';
export { checkTargeting, checkVariationName } from './definition/check-targeting.ts';
export {
  checkVariableValues,
  checkVariations,
  checkVariationValues,
  isOfType,
} from './definition/check-variations.ts';
export { anyOfSchema } from './definition/condition-schema.ts';
export type { AnyOfInput } from './definition/condition-schema.ts';
export { emailSchema, storedEmail } from './definition/email.ts';
export {
  defaultsSchema,
  featureStatuses,
  servedSchema,
  variableSchema,
  variableTypes,
  variationSchema,
} from './definition/feature-schema.ts';
export type {
  FeatureStatus,
  ServedInput,
  VariableInput,
  VariableType,
  VariationInput,
} from './definition/feature-schema.ts';
export { isKept, notKept, roundedNumbers } from './definition/kept-numbers.ts';
export { mapOf } from './definition/map-of.ts';
export { orNull } from './definition/or-null.ts';
export { inSlices } from './in-slices.ts';
export { mostEntries } from './definition/most-entries.ts';
export {
  bothOf,
  firstProblems,
  memberPath,
  mostProblems,
  ProblemsFound,
  shortened,
} from './definition/problem.ts';
export type { Problem } from './definition/problem.ts';
export { createRegister } from './definition/register.ts';
export type { Register } from './definition/register.ts';
export { createShapeCheck } from './definition/shape-check.ts';
export type { ShapeCheck } from './definition/shape-check.ts';
export { nameSchema, slugSchema, storedSlug } from './definition/slug.ts';
export { isObject, objectParts, slugsOf, soundnessOf, soundParts } from './definition/soundness.ts';
export type { IsSound, Part } from './definition/soundness.ts';
export { storableProblems } from './definition/storable-problems.ts';
export { storedAnyOf, storedTargeting } from './definition/stored-definition.ts';
export { storedJson } from './definition/stored-json.ts';
export { rulesSchema, ruleSchema, targetingSchema } from './definition/targeting-schema.ts';
export type { RuleInput, TargetingInput } from './definition/targeting-schema.ts';

export type { Difference } from './differences/difference.ts';
export { tellDifferences } from './differences/tell-differences.ts';

export { changeFeatures } from './features/change-features.ts';
export { changeServed } from './features/change-served.ts';
export type { ServedChange } from './features/change-served.ts';
export { describeFeature } from './features/feature-state.ts';
export type { FeatureState, VariableState, VariationState } from './features/feature-state.ts';
export { readFeatureIds, readFeatures } from './features/read-features.ts';
export { readServed, readTargetingAndDefaults } from './features/read-served.ts';
export { readSegmentUses, readVariationUses } from './features/read-uses.ts';
export type { Use } from './features/read-uses.ts';
export { readVariableOwners } from './features/read-variable-owners.ts';
export { nothingServed } from './features/served-state.ts';
export type { ServedState } from './features/served-state.ts';

export { projectLimits } from './limits/check-totals.ts';
export { readHeaviestFeatures } from './limits/read-heaviest-features.ts';
export type { HeaviestFeature } from './limits/read-heaviest-features.ts';
export { readStoredTotals } from './limits/read-stored-totals.ts';

export { changeAccounts, readAccounts } from './organisations/accounts.ts';
export type { AccountState } from './organisations/accounts.ts';
export { changeApiTokens, readApiTokens, tokenScopes } from './organisations/api-tokens.ts';
export type { ApiTokenState, TokenScope } from './organisations/api-tokens.ts';
export { changeInvitations, readInvitations } from './organisations/invitations.ts';
export type { InvitationState } from './organisations/invitations.ts';
export { changeMembers, readMembers, roles } from './organisations/members.ts';
export type { MemberState, Role } from './organisations/members.ts';
export {
  changeOrganisations,
  countOrganisationsMadeBy,
  lockOrganisation,
  organisationColumns,
  recordMaker,
} from './organisations/organisations.ts';
export type { OrganisationState } from './organisations/organisations.ts';
export { organisationStatuses, plans } from '../../access/src/plans.ts';
export type { OrganisationStatus, Plan } from '../../access/src/plans.ts';
export {
  findPasswordReset,
  openPasswordReset,
  organisationsOf,
  takePasswordReset,
} from './organisations/password-resets.ts';
export type { PasswordReset } from './organisations/password-resets.ts';
export { redeliver } from './organisations/redeliver.ts';
export type { DeliverySelection } from './organisations/redeliver.ts';
export { changeWebhookEndpoints, readWebhookEndpoints } from './organisations/webhook-endpoints.ts';
export type { WebhookEndpointState } from './organisations/webhook-endpoints.ts';

export { changeEnvironmentKeys, readEnvironmentKeys } from './projects/environment-keys.ts';
export type { EnvironmentKeyState } from './projects/environment-keys.ts';
export { changeEnvironments, readEnvironments } from './projects/environments.ts';
export type { EnvironmentState } from './projects/environments.ts';
export { changeProjects, lockProject } from './projects/projects.ts';
export type { ProjectState } from './projects/projects.ts';
export { readSegmentIds } from './projects/read-segment-ids.ts';
export { changeSegments, readSegments } from './projects/segments.ts';
export type { SegmentState } from './projects/segments.ts';

export { hashPassword, verifyPassword } from './secrets/hash-password.ts';
export {
  generateApiToken,
  generateEnvironmentKey,
  generateInvitationToken,
  generatePassword,
  generateSigningSecret,
  hashEnvironmentKey,
  hashSecret,
} from './secrets/hash-secret.ts';
export type { HashedSecret } from './secrets/hash-secret.ts';
