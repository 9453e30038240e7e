import type { FeatureState, VariableState } from '@bunting/changes';
import {
  maxEntries,
  slugSchema,
  storedJson,
  storedSlug,
  strictRecord,
  variableSchema as inputSchema,
} from '@bunting/definitions';
import { storedConstraints } from '@bunting/definitions/constraints';
import { checkVariableValues } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import { Type } from '@bunting/definitions/type';
import { requireNoProblems } from '../framework/errors.ts';
import { createEtag } from '../framework/http/etag.ts';
import { changeRoute } from '../framework/route.ts';
import { answerPart, findPart, lockFeature, writeFeature } from './change-feature.ts';
import { newVariable } from './new-feature.ts';
import { variableSchema } from './representation.ts';
import { requireFreeVariables, requireBelowLimit } from './require-free.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/variables';
const ofTheFeature = '`If-Match` and `ETag` are those of the feature.';

export const variableRoutes = [
  changeRoute({
    method: 'POST',
    path,
    action: 'define',
    isProposable: true,
    summary: 'Add a variable to a feature',
    description: `\`values\` sets its value in each existing variation. ${ofTheFeature}`,
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
    hasETag: 'set by the handler',
    comparesIfMatch: true,
    answer: variableSchema,
    async handle(request, { change }) {
      const { body } = request;
      const { type, values = {} } = body;
      const slug = storedSlug(body.slug);
      return change(
        async (transaction) => {
          const { project, before } = await lockFeature(transaction, request);
          const variations = before.variations.map((variation) => variation.slug);
          requireNoProblems(checkVariableValues(values, type, variations, 'values'));
          await requireFreeVariables(transaction, project, [slug], () => 'slug');
          requireBelowLimit(before, 'variables');
          const after = withVariable(before, newVariable(body, project), values);
          return writeFeature(transaction, request, { project, before, after });
        },
        {
          answer: ({ result }) => answerPart('variables', result, slug),
        },
      );
    },
  }),

  changeRoute({
    method: 'PATCH',
    path: `${path}/{variable}`,
    action: 'define',
    isProposable: true,
    summary: 'Update a variable',
    description:
      'Changes its slug, description, constraints, or whether it is client-side. Constraints are replaced as a whole, and rejected if a value of a variation violates them. ' +
      'Clients that request the old slug no longer find the variable. Its type cannot change, because clients depend on it. ' +
      'In a project with a protected environment, only admins and owners can change whether a variable is client-side. ' +
      ofTheFeature,
    body: Type.Object(
      {
        slug: Type.Optional(slugSchema),
        client: inputSchema.properties.client,
        description: inputSchema.properties.description,
        constraints: inputSchema.properties.constraints,
      },
      { additionalProperties: false },
    ),
    hasETag: 'set by the handler',
    answer: variableSchema,
    async handle(request, { change }) {
      const { params, body } = request;
      return change(
        async (transaction) => {
          const { project, before } = await lockFeature(transaction, request);
          const variable = findPart('variable', before.variables, params.variable);
          const slug = storedSlug(body.slug ?? variable.slug);
          if (slug !== variable.slug) await requireFreeVariables(transaction, project, [slug], () => 'slug');
          const after = withChangedVariable(before, {
            ...variable,
            slug,
            client: body.client ?? variable.client,
            description: body.description ?? variable.description,
            constraints:
              body.constraints === undefined ? variable.constraints : storedConstraints(body.constraints),
          });
          return { slug, feature: await writeFeature(transaction, request, { project, before, after }) };
        },
        {
          answer: ({ result }) => answerPart('variables', result.feature, result.slug),
        },
      );
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{variable}`,
    action: 'define',
    isProposable: true,
    summary: 'Delete a variable, its values and its defaults',
    description: `Its slug becomes available again. ${ofTheFeature}`,
    hasETag: 'set by the handler',
    async handle(request, { change }) {
      const { params } = request;
      return change(
        async (transaction) => {
          const { project, before } = await lockFeature(transaction, request);
          const after = withoutVariable(before, findPart('variable', before.variables, params.variable));
          return writeFeature(transaction, request, { project, before, after });
        },
        {
          answer: ({ result }) => ({ body: undefined, headers: { ETag: createEtag(result) } }),
        },
      );
    },
  }),
];

/** Returns the feature with a variable. `values`: those of the variable, by the slug of the variation in any case. */
function withVariable(
  feature: FeatureState,
  variable: VariableState,
  values: Readonly<Record<string, JsonValue>>,
): FeatureState {
  const bySlug = new Map(
    Object.entries(values).map(([name, value]) => [storedSlug(name), storedJson(value)]),
  );
  return {
    ...feature,
    variables: [...feature.variables, variable],
    variations: feature.variations.map((variation) => ({
      ...variation,
      values: new Map([...variation.values, [variable.id, bySlug.get(variation.slug) as JsonValue]]),
    })),
  };
}

function withChangedVariable(feature: FeatureState, variable: VariableState): FeatureState {
  return {
    ...feature,
    variables: feature.variables.map((each) => (each.id === variable.id ? variable : each)),
  };
}

function withoutVariable(feature: FeatureState, { id }: VariableState): FeatureState {
  return {
    ...feature,
    variables: feature.variables.filter((variable) => variable.id !== id),
    variations: feature.variations.map((variation) => ({
      ...variation,
      values: new Map([...variation.values].filter(([variableId]) => variableId !== id)),
    })),
  };
}
