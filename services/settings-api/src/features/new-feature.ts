import { storedJson, storedSlug, type VariableInput, type VariationInput } from '@bunting/definitions';
import { storedConstraints } from '@bunting/definitions/constraints';
import { type MetadataInput, storedMetadata } from '@bunting/definitions/metadata';
import type { FeatureState, ProjectState, VariableState, VariationState } from '@bunting/changes';
import { newId } from '@bunting/database';
import type { JsonValue } from '@bunting/evaluator/definition';
import { randomBytes } from 'node:crypto';

export interface NewFeatureInput extends MetadataInput {
  readonly slug: string;
  readonly name?: string;
  readonly description?: string;
  readonly variables?: readonly VariableInput[];
  readonly variations?: readonly VariationInput[];
}

/** Creates a feature of a project from a request body that has passed the checks. */
export function newFeature(
  input: NewFeatureInput,
  project: Pick<ProjectState, 'clientByDefault'>,
): FeatureState {
  const variables = (input.variables ?? []).map((variable) => newVariable(variable, project));
  return {
    id: newId(),
    slug: storedSlug(input.slug),
    name: input.name ?? input.slug,
    description: input.description ?? '',
    status: 'live',
    salt: randomBytes(16).toString('hex'),
    ...storedMetadata(input),
    variables,
    variations: (input.variations ?? []).map((variation) => newVariation(variation, variables)),
  };
}

export function newVariable(
  { slug, type, client, description = '', constraints = null }: VariableInput,
  { clientByDefault }: Pick<ProjectState, 'clientByDefault'>,
): VariableState {
  return {
    id: newId(),
    slug: storedSlug(slug),
    type,
    client: client ?? clientByDefault,
    description,
    constraints: storedConstraints(constraints),
  };
}

export function newVariation(
  { slug, name = slug, values = {} }: VariationInput,
  variables: readonly VariableState[],
): VariationState {
  return { id: newId(), slug: storedSlug(slug), name, values: valuesById(values, variables) };
}

/** Turns values by the slug of their variable, in any case, into values by its id. */
export function valuesById(
  values: Readonly<Record<string, JsonValue>>,
  variables: readonly VariableState[],
): Map<string, JsonValue> {
  const bySlug = new Map(
    Object.entries(values).map(([name, value]) => [storedSlug(name), storedJson(value)]),
  );
  return new Map(
    variables.flatMap(({ id, slug }): [string, JsonValue][] => {
      const value = bySlug.get(slug);
      return value === undefined ? [] : [[id, value]];
    }),
  );
}
