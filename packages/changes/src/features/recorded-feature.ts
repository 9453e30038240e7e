import type { JsonValue } from '@bunting/evaluator/definition';
import { type MetadataInput, storedMetadata } from '@bunting/definitions/metadata';
import type { DescribedFeature } from '@bunting/history';
import { describeFeature, type FeatureState, type VariableState } from './feature-state.ts';

/** Describes a feature as audit records do: with the ids of its parts, so that a later reader finds them under other slugs. */
export function describeRecordedFeature(feature: FeatureState) {
  const described = describeFeature(feature);
  const withId = <Part extends object>(parts: readonly { readonly id: string }[], description: Part[]) =>
    description.map((part, index) => ({ id: parts[index]?.id ?? '', ...part }));
  return {
    ...described,
    variables: withId(feature.variables, described.variables),
    variations: withId(feature.variations, described.variations),
  };
}

/** The members of a variable that records of older releases do not have. */
const plainVariable: Omit<VariableState, 'id' | 'slug' | 'type'> = {
  client: false,
  description: '',
  constraints: null,
};

/** Returns the feature of a description. Its parts must have ids. */
export function featureOfDescription(id: string, described: DescribedFeature): FeatureState {
  const { slug, name, description, status, salt, variables, variations, ...metadata } =
    described as unknown as Omit<FeatureState, 'variables' | 'variations'> &
      Pick<DescribedFeature, 'variables' | 'variations'>;
  return {
    id,
    slug,
    name,
    description,
    status,
    salt,
    ...storedMetadata(metadata as unknown as MetadataInput),
    variables: variables.map((variable) => ({ ...plainVariable, ...variable }) as unknown as VariableState),
    variations: variations.map((variation) => ({
      id: variation.id ?? '',
      slug: variation.slug,
      name: typeof variation['name'] === 'string' ? variation['name'] : variation.slug,
      values: new Map(
        variables.flatMap((variable): [string, JsonValue][] =>
          Object.hasOwn(variation.values, variable.slug)
            ? [[variable.id ?? '', variation.values[variable.slug] as JsonValue]]
            : [],
        ),
      ),
    })),
  };
}
