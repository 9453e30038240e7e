import { checkVariationName, isUserId, maxUserIdLength, slugSchema, storedSlug } from '@bunting/definitions';
import type { ServingState } from '@bunting/changes';
import { Type } from 'typebox';
import { settingsErrors } from '../framework/errors.ts';
import { requireNone } from '../features/change-feature.ts';
import { pageOf, pageQuery, readCursor } from '../framework/http/page.ts';
import { route } from '../framework/route.ts';
import { updateServing } from './update-serving.ts';
import type { Alteration, ServingBefore } from './update-serving.ts';
import { overrideSchema, readOverridePage } from './overrides.ts';
import { servedRepresentationSchema } from './representation.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides';

export const overridesRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the overrides of a feature in an environment',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(overrideSchema),
    async handle({ featureId, environment, query }, { pool }) {
      const after = readCursor(query.cursor);
      const page = { featureId, environmentId: environment.id, limit: query.limit, after };
      return { body: await readOverridePage(pool, page) };
    },
  }),

  route({
    method: 'PUT',
    path: `${path}/{user_id}`,
    action: 'serve',
    summary: 'Pin a variation for a user',
    description: `\`user_id\` is any text of 1 to ${maxUserIdLength} characters, percent-encoded.`,
    body: Type.Object({ variation: slugSchema }, { additionalProperties: false }),
    status: 200,
    answer: servedRepresentationSchema,
    hasETag: true,
    handle: async (request, dependencies) => ({
      body: await updateServing(request, dependencies, async (before) => {
        const { user_id: userId } = request.params;
        if (!isUserId(userId)) {
          const message = `must be a user.id of 1 to ${maxUserIdLength} characters`;
          throw settingsErrors.invalid([{ path: 'user_id', message }]);
        }
        const variations = new Set(before.feature.variations.map(({ slug }) => slug));
        requireNone(checkVariationName(request.body.variation, 'variation', variations));
        const pinned = await readOverride(before, userId);
        return withOverride(before.served, userId, pinned, storedSlug(request.body.variation));
      }),
    }),
  }),

  route({
    method: 'DELETE',
    path: `${path}/{user_id}`,
    action: 'serve',
    summary: 'Remove the override of a user',
    status: 204,
    async handle(request, dependencies) {
      await updateServing(request, dependencies, async (before) => {
        const { user_id: userId } = request.params;
        const pinned = await readOverride(before, userId);
        if (pinned === undefined) throw settingsErrors.unknown('override', userId);
        return withOverride(before.served, userId, pinned, undefined);
      });
      return { body: undefined };
    },
  }),
];

async function readOverride(
  { transaction, feature, environment }: ServingBefore,
  userId: string,
): Promise<string | undefined> {
  const { rows } = await transaction.client.query<{ variation: string }>(
    `SELECT variation.slug AS variation FROM override JOIN variation ON variation.id = variation_id
     WHERE environment_id = $1 AND override.feature_id = $2 AND user_id = $3`,
    [environment.id, feature.id, userId],
  );
  return rows[0]?.variation;
}

/** One override is changed; whatever others there are, both states leave them out. */
function withOverride(
  served: ServingState,
  userId: string,
  before: string | undefined,
  after: string | undefined,
): Alteration {
  const overrides = (variation: string | undefined) => ({
    ...served,
    overrides: new Map(variation === undefined ? [] : [[userId, variation]]),
  });
  return { before: overrides(before), after: overrides(after) };
}
