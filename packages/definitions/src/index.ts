export { checkAnyOf } from './checks/check-condition.ts';
export { checkTargeting, checkVariationName } from './checks/check-targeting.ts';
export { checkDefaults, checkOverrides, isUserId, longestUserId } from './checks/check-variation-pins.ts';
export {
  checkVariableValues,
  checkVariations,
  checkVariationValues,
  isOfType,
} from './checks/check-variations.ts';
export { createRegister, type Register } from './checks/duplicate-check.ts';
export {
  bothOf,
  firstProblems,
  memberPath,
  mostProblems,
  type Problem,
  ProblemsFound,
  shortened,
} from './checks/problem.ts';
export { createShapeCheck, type ShapeCheck } from './checks/shape-check.ts';
export {
  isObject,
  type IsSound,
  objectParts,
  type Part,
  slugsOf,
  soundnessOf,
  soundParts,
} from './checks/well-shaped.ts';
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
export { emailSchema, storedEmail } from './schemas/email.ts';
export {
  defaultsSchema,
  type FeatureStatus,
  featureStatuses,
  type ServedInput,
  servedSchema,
  type VariableInput,
  variableSchema,
  type VariableType,
  variableTypes,
  type VariationInput,
  variationSchema,
} from './schemas/feature-schema.ts';
export { mostEntries } from './schemas/max-entries.ts';
export { orNull } from './schemas/nullable.ts';
export { toThousandths } from './schemas/percentage.ts';
export { nameSchema, slugSchema, storedSlug } from './schemas/slug.ts';
export { mapOf } from './schemas/strict-record.ts';
export {
  type RuleInput,
  ruleSchema,
  rulesSchema,
  type TargetingInput,
  targetingSchema,
} from './schemas/targeting-schema.ts';
export { isKept, notKept, roundedNumbers } from './stored/kept-numbers.ts';
export { storableProblems } from './stored/storable-problems.ts';
export { storedAnyOf, storedTargeting } from './stored/stored-definition.ts';
export { storedJson } from './stored/stored-json.ts';
