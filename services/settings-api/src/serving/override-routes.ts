import { changeServing, type ServingState } from '@bunting/changes';
import { slugSchema, storedSlug } from '@bunting/definitions';
import { checkVariationName, isUserId, maxUserIdLength } from '@bunting/definitions/checks';
import type { PoolClient } from 'pg';
import { Type } from '@bunting/definitions/type';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { createPageSchema, pageQuery, readCursor } from '../framework/http/page.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { lockServing, readChangedServing, withPublishedVersion, type LockedServing } from './lock-serving.ts';
import { readOverridePage, writeNotes } from './override-queries.ts';
import { readOverride } from './queries.ts';
import { maxNoteLength, overrideSchema, servingSchema } from './representation.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides';

/** An override, with or without its note. */
export const pinSchema = Type.Object(
  {
    variation: slugSchema,
    note: Type.Optional(
      Type.String({
        maxLength: maxNoteLength,
        description: 'why the override exists; absent = unchanged, empty = no note',
      }),
    ),
  },
  { title: 'PinInput', additionalProperties: false },
);

export const overrideRoutes = [
  readRoute({
    path,
    summary: 'List the overrides of a feature in an environment',
    query: pageQuery({
      text: Type.Optional(
        Type.String({ maxLength: maxUserIdLength, description: 'the beginning of the `user_id`' }),
      ),
    }),
    answer: createPageSchema(overrideSchema),
    async handle({ featureId, environment, query }, { pool }) {
      const after = readCursor(query.cursor);
      const { limit, text } = query;
      const page = { featureId, environmentId: environment.id, limit, after, text };
      return { body: await readOverridePage(pool, page) };
    },
  }),

  changeRoute({
    method: 'PUT',
    path: `${path}/{user_id}`,
    action: 'serve',
    isProposable: true,
    summary: 'Set the override of a user',
    description: `\`user_id\` is any text of 1 to ${maxUserIdLength} characters, percent-encoded.`,
    body: pinSchema,
    answer: servingSchema,
    hasETag: true,
    async handle(request, { change }) {
      const { environment, params, body } = request;
      return change(
        async (transaction) => {
          const serving = await lockServing(transaction, request);
          requireUserId(params.user_id);
          const variations = new Set(serving.feature.variations.map(({ slug }) => slug));
          requireNoProblems(checkVariationName(body.variation, 'variation', variations));
          const pinned = await readOverrideOf(transaction.client, serving, params.user_id);
          const before = withOverride(serving.before, params.user_id, pinned);
          const after = withOverride(serving.before, params.user_id, storedSlug(body.variation));
          await changeServing(transaction, serving.project, [{ ...serving, before, after }]);
          const notes = body.note === undefined ? [] : [[params.user_id, body.note] as const];
          await writeNotes(transaction.client, idsOf(serving), notes);
          return readChangedServing(transaction, serving);
        },
        {
          answer: (made) => ({ body: withPublishedVersion(made, environment) }),
        },
      );
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{user_id}`,
    action: 'serve',
    isProposable: true,
    summary: 'Remove the override of a user',
    async handle(request, { change }) {
      const { params } = request;
      return change(async (transaction) => {
        const serving = await lockServing(transaction, request);
        const pinned = await readOverrideOf(transaction.client, serving, params.user_id);
        if (pinned === undefined) throw settingsErrors.unknown('override', params.user_id);
        const before = withOverride(serving.before, params.user_id, pinned);
        await changeServing(transaction, serving.project, [{ ...serving, before, after: serving.before }]);
      });
    },
  }),
];

function requireUserId(userId: string): void {
  if (isUserId(userId)) return;
  const message = `must be a user.id of 1 to ${maxUserIdLength} characters`;
  throw settingsErrors.invalid([{ path: 'user_id', message }]);
}

function readOverrideOf(client: PoolClient, serving: LockedServing, userId: string) {
  return readOverride(client, { ...idsOf(serving), userId });
}

const idsOf = ({ feature, environment }: LockedServing) => ({
  featureId: feature.id,
  environmentId: environment.id,
});

/**
 * Returns the state with this one override; undefined = with none. Other overrides are in neither state, so that they stay as they
 * are.
 */
function withOverride(serving: ServingState, userId: string, variation: string | undefined): ServingState {
  return { ...serving, overrides: new Map(variation === undefined ? [] : [[userId, variation]]) };
}
