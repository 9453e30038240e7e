import type { FeatureState } from '@bunting/changes';
import { nameSchema, slugSchema, storedSlug, variationSchema as inputSchema } from '@bunting/definitions';
import { checkVariationValues } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { createEtag } from '../framework/http/etag.ts';
import { changeRoute } from '../framework/route.ts';
import { answerPart, findPart, lockFeature, writeFeature } from './change-feature.ts';
import { newVariation, valuesById } from './new-feature.ts';
import { variationSchema } from './representation.ts';
import { requireBelowLimit } from './require-free.ts';
import { requireUnused } from './require-unused.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/variations';
const ofTheFeature = '`If-Match` and `ETag` are those of the feature.';

function requireFree({ variations }: FeatureState, slug: string): void {
  if (variations.some((each) => each.slug === slug)) throw settingsErrors.taken('variation', slug);
}

export const variationRoutes = [
  changeRoute({
    method: 'POST',
    path,
    action: 'define',
    isProposable: true,
    summary: 'Add a variation to a feature',
    description: `\`values\` has a value of the right type for every variable of the feature. ${ofTheFeature}`,
    body: inputSchema,
    status: 201,
    hasETag: 'set by the handler',
    comparesIfMatch: true,
    answer: variationSchema,
    async handle(request, { change }) {
      const { body } = request;
      const slug = storedSlug(body.slug);
      return change(
        async (transaction) => {
          const { project, before } = await lockFeature(transaction, request);
          requireNoProblems(checkVariationValues(body.values ?? {}, before.variables, 'values'));
          requireFree(before, slug);
          requireBelowLimit(before, 'variations');
          const variations = [...before.variations, newVariation(body, before.variables)];
          const after = { ...before, variations };
          return writeFeature(transaction, request, { project, before, after });
        },
        {
          answer: ({ result }) => answerPart('variations', result, slug),
        },
      );
    },
  }),

  changeRoute({
    method: 'PATCH',
    path: `${path}/{variation}`,
    action: 'define',
    isProposable: true,
    summary: 'Update a variation',
    description: `Values that you leave out stay the same. A new slug does not change where the variation is served. If you cannot change protected environments, you can change only the name of a variation that they serve. ${ofTheFeature}`,
    body: Type.Object(
      {
        slug: Type.Optional(slugSchema),
        name: Type.Optional(nameSchema),
        values: inputSchema.properties.values,
      },
      { additionalProperties: false },
    ),
    hasETag: 'set by the handler',
    answer: variationSchema,
    async handle(request, { change }) {
      const { params, body } = request;
      return change(
        async (transaction) => {
          const { project, before } = await lockFeature(transaction, request);
          const variation = findPart('variation', before.variations, params.variation);
          const { values = {}, name = variation.name } = body;
          const slug = storedSlug(body.slug ?? variation.slug);
          requireNoProblems(checkVariationValues(values, before.variables, 'values', { isPartial: true }));
          if (slug !== variation.slug) requireFree(before, slug);
          const merged = new Map([...variation.values, ...valuesById(values, before.variables)]);
          const changed = { ...variation, slug, name, values: merged };
          const variations = before.variations.map((each) => (each === variation ? changed : each));
          const after = { ...before, variations };
          return { slug, feature: await writeFeature(transaction, request, { project, before, after }) };
        },
        {
          answer: ({ result }) => answerPart('variations', result.feature, result.slug),
        },
      );
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{variation}`,
    action: 'define',
    isProposable: true,
    summary: 'Delete an unused variation',
    description: `409 \`in_use\` lists everything that uses it, rule by rule. ${ofTheFeature}`,
    hasETag: 'set by the handler',
    async handle(request, { change }) {
      const { params } = request;
      return change(
        async (transaction) => {
          const { project, before } = await lockFeature(transaction, request);
          const variation = findPart('variation', before.variations, params.variation);
          await requireUnused(transaction, [variation]);
          const variations = before.variations.filter((each) => each !== variation);
          const after = { ...before, variations };
          return writeFeature(transaction, request, { project, before, after });
        },
        {
          answer: ({ result }) => ({ body: undefined, headers: { ETag: createEtag(result) } }),
        },
      );
    },
  }),
];
