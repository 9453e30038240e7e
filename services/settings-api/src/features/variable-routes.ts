import {
  checkVariableValues,
  strictRecord,
  maxEntries,
  slugSchema,
  storedJson,
  storedSlug,
  variableSchema as inputSchema,
} from '@bunting/definitions';
import type { FeatureState, VariableState } from '@bunting/changes';
import { newId } from '@bunting/database';
import type { JsonValue } from '@bunting/evaluator';
import { Type } from 'typebox';
import { settingsErrors } from '../framework/errors.ts';
import { etagOf } from '../framework/http/etag.ts';
import { changeFeature, requireNone } from './change-feature.ts';
import { variableSchema } from './representation.ts';
import type { FeatureRepresentation } from './representation.ts';
import { requireFreeVariables } from './free-slugs.ts';
import { route } from '../framework/route.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/variables';
const ofTheFeature = '`If-Match` and `ETag` are those of the feature.';

/** The variable, under the entity tag of its feature: it has none of its own. */
function answerOf(feature: FeatureRepresentation | undefined, slug: string) {
  const variable = feature?.variables.find((each) => each.slug === slug);
  return {
    body: variable as { slug: string; type: VariableState['type'] },
    headers: { ETag: etagOf(feature) },
  };
}

function find({ variables }: FeatureState, name: string): VariableState {
  const variable = variables.find(({ slug }) => slug === storedSlug(name));
  if (variable === undefined) throw settingsErrors.unknown('variable', name);
  return variable;
}

export const variableRoutes = [
  route({
    method: 'POST',
    path,
    action: 'define',
    summary: 'Add a variable to a feature',
    description: `\`values\` gives it a value in each variation that the feature has. ${ofTheFeature}`,
    body: Type.Object(
      {
        ...inputSchema.properties,
        values: Type.Optional(
          strictRecord(
            Type.Unsafe<JsonValue>({ description: 'by the slug of the variation' }),
            maxEntries.variations,
          ),
        ),
      },
      { additionalProperties: false },
    ),
    status: 201,
    hasETag: 'of the feature',
    answer: variableSchema,
    async handle(request, dependencies) {
      const { type, values = {} } = request.body;
      const slug = storedSlug(request.body.slug);
      const changed = await changeFeature(request, dependencies, async (before, transaction, project) => {
        const variations = before.variations.map((variation) => variation.slug);
        requireNone(checkVariableValues(values, type, variations, 'values'));
        await requireFreeVariables(transaction, project, [slug], () => 'slug');
        const id = newId();
        const given = new Map(
          Object.entries(values).map(([name, value]) => [storedSlug(name), storedJson(value)]),
        );
        return {
          ...before,
          variables: [...before.variables, { id, slug, type }],
          variations: before.variations.map((variation) => ({
            ...variation,
            values: new Map([...variation.values, [id, given.get(variation.slug) as JsonValue]]),
          })),
        };
      });
      return answerOf(changed, slug);
    },
  }),

  route({
    method: 'PATCH',
    path: `${path}/{variable}`,
    action: 'define',
    summary: 'Change the slug of a variable',
    description: `Clients that ask for the old one get it no more. A variable keeps its type: it is what they were written for. ${ofTheFeature}`,
    body: Type.Object({ slug: Type.Optional(slugSchema) }, { additionalProperties: false }),
    status: 200,
    hasETag: 'of the feature',
    answer: variableSchema,
    async handle(request, dependencies) {
      const { params, body } = request;
      let slug = '';
      const changed = await changeFeature(request, dependencies, async (before, transaction, project) => {
        const variable = find(before, params.variable);
        slug = storedSlug(body.slug ?? variable.slug);
        if (slug === variable.slug) return before;
        await requireFreeVariables(transaction, project, [slug], () => 'slug');
        const renamed = { ...variable, slug };
        return {
          ...before,
          variables: before.variables.map((each) => (each === variable ? renamed : each)),
        };
      });
      return answerOf(changed, slug);
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{variable}`,
    action: 'define',
    summary: 'Delete a variable with its values and defaults',
    description: `Its slug is free again. ${ofTheFeature}`,
    status: 204,
    hasETag: 'of the feature',
    async handle(request, dependencies) {
      const changed = await changeFeature(request, dependencies, async (before) => {
        const { id } = find(before, request.params.variable);
        return {
          ...before,
          variables: before.variables.filter((variable) => variable.id !== id),
          variations: before.variations.map((variation) => ({
            ...variation,
            values: new Map([...variation.values].filter(([variable]) => variable !== id)),
          })),
        };
      });
      return { body: undefined, headers: { ETag: etagOf(changed) } };
    },
  }),
];
