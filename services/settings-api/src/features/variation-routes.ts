import { runChange, readVariationUses } from '@bunting/changes';
import type { ChangeTransaction, FeatureState, VariationState } from '@bunting/changes';
import {
  checkVariationValues,
  nameSchema,
  slugSchema,
  storedSlug,
  variationSchema as inputSchema,
} from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { changeContext } from '../framework/change-context.ts';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { etagOf } from '../framework/http/etag.ts';
import { route } from '../framework/route.ts';
import { lockFeature, writeFeature } from './change-feature.ts';
import { newVariation, valuesById } from './new-feature.ts';
import { variationSchema } from './representation.ts';
import type { FeatureRepresentation } from './representation.ts';
import { requireRoom } from './require-free.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/variations';
const ofTheFeature = '`If-Match` and `ETag` are those of the feature.';

/** Answers the variation with the ETag of its feature; it has none of its own. */
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
      const { caller, body } = request;
      const slug = storedSlug(body.slug);
      const { result } = await runChange(changeContext(dependencies, caller), async (transaction) => {
        const { project, before } = await lockFeature(transaction, request);
        requireNoProblems(checkVariationValues(body.values ?? {}, before.variables, 'values'));
        requireFree(before, slug);
        requireRoom(before, 'variations');
        const variations = [...before.variations, newVariation(body, before.variables)];
        const after = { ...before, variations };
        return writeFeature(transaction, request, { project, before, after });
      });
      return answerOf(result, slug);
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
      const { params, caller, body } = request;
      const { result } = await runChange(changeContext(dependencies, caller), async (transaction) => {
        const { project, before } = await lockFeature(transaction, request);
        const variation = find(before, params.variation);
        const { values = {}, name = variation.name } = body;
        const slug = storedSlug(body.slug ?? variation.slug);
        requireNoProblems(checkVariationValues(values, before.variables, 'values', { isPartial: true }));
        if (slug !== variation.slug) requireFree(before, slug);
        const merged = new Map([...variation.values, ...valuesById(values, before.variables)]);
        const changed = { ...variation, slug, name, values: merged };
        const variations = before.variations.map((each) => (each === variation ? changed : each));
        const after = { ...before, variations };
        return { slug, feature: await writeFeature(transaction, request, { project, before, after }) };
      });
      return answerOf(result.feature, result.slug);
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
      const { params, caller } = request;
      const { result } = await runChange(changeContext(dependencies, caller), async (transaction) => {
        const { project, before } = await lockFeature(transaction, request);
        const variation = find(before, params.variation);
        await requireUnused(transaction, variation);
        const variations = before.variations.filter((each) => each !== variation);
        const after = { ...before, variations };
        return writeFeature(transaction, request, { project, before, after });
      });
      return { body: undefined, headers: { ETag: etagOf(result) } };
    },
  }),
];

/** Throws 409 where an environment serves the variation; the error names the rules. */
async function requireUnused(transaction: ChangeTransaction, { id, slug }: VariationState): Promise<void> {
  const uses = await readVariationUses(transaction, id);
  if (uses.length === 0) return;
  const holders = uses.map(({ environment, location }) => ({
    path: `${environment.slug}: ${location}`,
    message: `serves ${slug}`,
  }));
  throw settingsErrors.inUse(`The variation "${slug}"`, holders);
}
