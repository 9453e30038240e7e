export { allowedOriginsSchema, everyOrigin, storedOrigins } from './environments/allowed-origins.ts';
export { keyGroups, type KeyKind, keyKinds, getShownKind } from './environments/key-kinds.ts';
export {
  type AdviceInput,
  adviceSchema,
  type AdviceSettings,
  defaultAdvice,
  storedAdvice,
} from './schemas/advice-schema.ts';
export { type AnyOfInput, anyOfSchema } from './schemas/condition-schema.ts';
export { emailFromStorage, emailSchema } from './schemas/email.ts';
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
  prerequisitesSchema,
  rulesSchema,
  type TargetingInput,
  targetingSchema,
} from './schemas/targeting-schema.ts';
export { storedAnyOf, storedTargeting } from './stored/stored-definition.ts';
export { storedJson } from './stored/stored-json.ts';
