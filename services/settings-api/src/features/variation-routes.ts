import {
  checkVariationValues,
  nameSchema,
  slugSchema,
  storedSlug,
  variationSchema as inputSchema,
} from '@bunting/definitions';
import { readVariationUses } from '@bunting/changes';
import type { FeatureState, VariationState } from '@bunting/changes';
import { Type } from 'typebox';
import { settingsErrors } from '../framework/errors.ts';
import { etagOf } from '../framework/http/etag.ts';
import { changeFeature, requireNone } from './change-feature.ts';
import { variationSchema } from './representation.ts';
import type { FeatureRepresentation } from './representation.ts';
import { newVariation, valuesById } from './new-feature.ts';
import { route } from '../framework/route.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/variations';
const ofTheFeature = '`If-Match` and `ETag` are those of the feature.';

/** The variation, under the entity tag of its feature: it has none of its own. */
function answerOf(feature: FeatureRepresentation | undefined, slug: string) {
  const variation = feature?.variations.find((each) => each.slug === slug);
  return {
    body: variation as FeatureRepresentation['variations'][number],
    headers: { ETag: etagOf(feature) },
  };
}

function find({ variations }: FeatureState, name: string): VariationState {
  const variation = variations.find(({ slug }) => slug === storedSlug(name));
  if (variation === undefined) throw settingsErrors.unknown('variation', name);
  return variation;
}

function requireFree({ variations }: FeatureState, slug: string): void {
  if (variations.some((each) => each.slug === slug)) throw settingsErrors.taken('variation', slug);
}

export const variationRoutes = [
  route({
    method: 'POST',
    path,
    action: 'define',
    summary: 'Add a variation to a feature',
    description: `\`values\` gives every variable of the feature a value of its type. ${ofTheFeature}`,
    body: inputSchema,
    status: 201,
    hasETag: 'of the feature',
    answer: variationSchema,
    async handle(request, dependencies) {
      const { body } = request;
      const slug = storedSlug(body.slug);
      const changed = await changeFeature(request, dependencies, async (before) => {
        requireNone(checkVariationValues(body.values ?? {}, before.variables, 'values'));
        requireFree(before, slug);
        return { ...before, variations: [...before.variations, newVariation(body, before.variables)] };
      });
      return answerOf(changed, slug);
    },
  }),

  route({
    method: 'PATCH',
    path: `${path}/{variation}`,
    action: 'define',
    summary: 'Change the slug, the name or values of a variation',
    description:
      'Values that are left out stay as they are. What serves the variation goes on serving it, whatever its slug. ' +
      `Whoever may not change what is served in protected environments may change name alone where it is served there. ${ofTheFeature}`,
    body: Type.Object(
      {
        slug: Type.Optional(slugSchema),
        name: Type.Optional(nameSchema),
        values: inputSchema.properties.values,
      },
      { additionalProperties: false },
    ),
    status: 200,
    hasETag: 'of the feature',
    answer: variationSchema,
    async handle(request, dependencies) {
      const { params, body } = request;
      let slug = '';
      const changed = await changeFeature(request, dependencies, async (before) => {
        const variation = find(before, params.variation);
        const { values = {}, name = variation.name } = body;
        slug = storedSlug(body.slug ?? variation.slug);
        requireNone(checkVariationValues(values, before.variables, 'values', { isPartial: true }));
        if (slug !== variation.slug) requireFree(before, slug);
        const merged = new Map([...variation.values, ...valuesById(values, before.variables)]);
        const after = { ...variation, slug, name, values: merged };
        return {
          ...before,
          variations: before.variations.map((each) => (each === variation ? after : each)),
        };
      });
      return answerOf(changed, slug);
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{variation}`,
    action: 'define',
    summary: 'Delete a variation that nothing serves',
    description: `409 \`in_use\` tells what serves it, rule by rule. ${ofTheFeature}`,
    status: 204,
    hasETag: 'of the feature',
    async handle(request, dependencies) {
      const changed = await changeFeature(request, dependencies, async (before, transaction) => {
        const variation = find(before, request.params.variation);
        const uses = await readVariationUses(transaction, variation.id);
        if (uses.length > 0) {
          const holders = uses.map(({ environment, place }) => ({
            path: `${environment.slug}: ${place}`,
            message: `serves ${variation.slug}`,
          }));
          throw settingsErrors.inUse(`The variation "${variation.slug}"`, holders);
        }
        return { ...before, variations: before.variations.filter((each) => each !== variation) };
      });
      return { body: undefined, headers: { ETag: etagOf(changed) } };
    },
  }),
];
