import type { JsonValue } from '@bunting/evaluator/definition';
import type { FeatureData } from '@bunting/webhooks';
import type { FeatureStatus, VariableType } from '@bunting/definitions';
import type { VariableConstraints } from '@bunting/definitions/constraints';
import { describeMetadata, type FeatureMetadata } from '@bunting/definitions/metadata';

/** A variable of a feature. `id` is a UUID, `slug` is lower-cased and unique in the project. */
export interface VariableState {
  readonly id: string;
  readonly slug: string;
  readonly type: VariableType;
  /** Client keys get it. */
  readonly client: boolean;
  readonly description: string;
  /** Null = every value of its type. */
  readonly constraints: VariableConstraints | null;
}

/** A variation of a feature. `id` is a UUID, `slug` is lower-cased and unique in the feature. */
export interface VariationState {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Id of the variable → its value in this variation; has every variable of the feature. */
  readonly values: ReadonlyMap<string, JsonValue>;
}

/** A feature with its variables and variations, which are read and written together. */
export interface FeatureState extends FeatureMetadata {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly status: Exclude<FeatureStatus, 'deleted'>;
  readonly salt: string;
  readonly variables: readonly VariableState[];
  /** In the order in which they are displayed. */
  readonly variations: readonly VariationState[];
}

/** Describes a feature as documents, audit records and responses show it. */
export function describeFeature(feature: FeatureState) {
  const { slug, name, description, status, salt, variables, variations } = feature;
  return {
    slug,
    name,
    description,
    status,
    salt,
    ...describeMetadata(feature),
    variables: variables.map((variable) => ({
      slug: variable.slug,
      type: variable.type,
      client: variable.client,
      description: variable.description,
      constraints: variable.constraints,
    })),
    variations: variations.map((variation) => ({
      slug: variation.slug,
      name: variation.name,
      values: Object.fromEntries(variables.map(({ id, slug }) => [slug, variation.values.get(id) ?? null])),
    })),
  };
}

/** Returns a feature as webhook events show it. */
export function featureData(
  project: { readonly slug: string },
  { slug, name, status }: Pick<FeatureState, 'slug' | 'name' | 'status'>,
): FeatureData {
  return { key: slug, name, project: project.slug, status };
}

/** Returns the id of a variation; throws if it does not exist. */
export function getVariationId(feature: FeatureState, slug: string): string {
  const variation = feature.variations.find((each) => each.slug === slug);
  if (variation === undefined) throw new Error(`The feature ${feature.slug} has no variation ${slug}.`);
  return variation.id;
}
