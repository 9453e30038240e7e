export { checkAnyOf } from './checks/check-condition.ts';
export { checkTargeting, checkVariationName } from './checks/check-targeting.ts';
export { checkDefaults, checkOverrides, isUserId, maxUserIdLength } from './checks/check-variation-pins.ts';
export {
  checkVariableValues,
  checkVariations,
  checkVariationValues,
  isOfType,
} from './checks/check-variations.ts';
export { createDuplicateCheck, type DuplicateCheck } from './checks/duplicate-check.ts';
export {
  bothOf,
  firstProblems,
  memberPath,
  maxProblems,
  type Problem,
  ProblemsFound,
  shortened,
} from './checks/problem.ts';
export { createShapeCheck, type ShapeCheck } from './checks/shape-check.ts';
export {
  isObject,
  type IsWellShaped,
  objectParts,
  type Part,
  slugsOf,
  wellShapedPaths,
  wellShapedEntries,
} from './checks/well-shaped.ts';
export { allowedOriginsSchema, everyOrigin, storedOrigins } from './environments/allowed-origins.ts';
export { type KeyKind, keyKinds } from './environments/key-kinds.ts';
export type { Organisation } from './organisations/organisation.ts';
export {
  includesCodeReferences,
  mauCapOf,
  type OrganisationStatus,
  organisationStatuses,
  type Plan,
  plans,
} from './organisations/plans.ts';
export { type AnyOfInput, anyOfSchema } from './schemas/condition-schema.ts';
export { emailSchema, emailFromStorage } from './schemas/email.ts';
export {
  defaultsSchema,
  type FeatureStatus,
  featureStatuses,
  type ServingInput,
  servingSchema,
  type VariableInput,
  variableSchema,
  type VariableType,
  variableTypes,
  type VariationInput,
  variationSchema,
} from './schemas/feature-schema.ts';
export { maxEntries } from './schemas/max-entries.ts';
export { nullable } from './schemas/nullable.ts';
export { toThousandths } from './schemas/percentage.ts';
export { nameSchema, slugSchema, storedSlug } from './schemas/slug.ts';
export { strictRecord } from './schemas/strict-record.ts';
export {
  type RuleInput,
  ruleSchema,
  rulesSchema,
  type TargetingInput,
  targetingSchema,
} from './schemas/targeting-schema.ts';
export { isExact, inexact, roundedNumbers } from './stored/kept-numbers.ts';
export { storableProblems } from './stored/storable-problems.ts';
export { storedAnyOf, storedTargeting } from './stored/stored-definition.ts';
export { storedJson } from './stored/stored-json.ts';
