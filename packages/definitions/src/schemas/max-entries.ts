/**
 * The entries that a list or a map of a definition may have. The numbers are far above what people write; they bound the work of
 * checking a document. The evaluator's `limits` bound a definition as a whole.
 */
export const maxEntries = {
  features: 10_000,
  segments: 2_000,
  environments: 500,
  keysOfEnvironment: 100,
  variables: 200,
  variations: 200,
  tags: 20,
  owners: 10,
  links: 20,
  overrides: 100_000,
  prerequisites: 10,
  rules: 1_000,
  groups: 5_000,
  conditionsOfGroup: 5_000,
  values: 10_000,
  stages: 100,
  bucketBy: 20,
} as const;
