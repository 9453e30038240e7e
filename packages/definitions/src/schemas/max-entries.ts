/**
 * How many entries a list or a map of a definition may have: far above what anybody writes, so that nobody is kept busy with
 * looking at what nobody means. What a definition as a whole may weigh is bounded elsewhere.
 */
export const maxEntries = {
  features: 10_000,
  segments: 2_000,
  environments: 500,
  keysOfEnvironment: 100,
  variables: 200,
  variations: 200,
  overrides: 100_000,
  rules: 1_000,
  groups: 5_000,
  conditionsOfGroup: 5_000,
  values: 10_000,
  stages: 100,
  bucketBy: 20,
} as const;
