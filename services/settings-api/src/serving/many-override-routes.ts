import { changeServing, type ServingState } from '@bunting/changes';
import { slugSchema, storedSlug, strictRecord } from '@bunting/definitions';
import { checkOverrides, maxUserIdLength } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { requireNoProblems } from '../framework/errors.ts';
import { createEtag, requireMatch } from '../framework/http/etag.ts';
import { createPageSchema, pageQuery, readCursor } from '../framework/http/page.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { lockServing, readChangedServing, withPublishedVersion } from './lock-serving.ts';
import { readOverridesOfUsers, readUserOverridePage, writeNotes } from './override-queries.ts';
import { pinSchema } from './override-routes.ts';
import { readOverrides } from './queries.ts';
import { overrideSchema, servingSchema, userOverrideSchema } from './representation.ts';

const environmentPath = '/organisations/{org}/projects/{project}/environments/{env}/overrides';
const path = '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides';

/** Users of one change. Records of more would be slow to read, and nobody reads that many lines. */
const maxUsers = 1_000;

type PinInput = string | { readonly variation: string; readonly note?: string } | null;

const manySchema = strictRecord(
  Type.Unsafe<PinInput>(
    Type.Union([slugSchema, pinSchema, Type.Null()], {
      description: 'a variation, a variation with a note, or null to remove the override',
    }),
  ),
  maxUsers,
);

const variationOf = (pin: PinInput) => (pin !== null && typeof pin === 'object' ? pin.variation : pin);

export const manyOverrideRoutes = [
  readRoute({
    path: environmentPath,
    summary: 'List the overrides of a user in an environment',
    query: pageQuery({ user_id: Type.String({ maxLength: maxUserIdLength }) }),
    answer: createPageSchema(userOverrideSchema),
    async handle({ environment, query }, { pool }) {
      const { user_id: userId, limit, cursor } = query;
      const page = { environmentId: environment.id, userId, limit, after: readCursor(cursor) };
      return { body: await readUserOverridePage(pool, page) };
    },
  }),

  changeRoute({
    method: 'PUT',
    path,
    action: 'serve',
    isProposable: true,
    summary: 'Set or remove the overrides of several users',
    description: `One change for at most ${maxUsers} users; other overrides stay. The ETag covers the overrides of exactly these users: with the ETag of a dry run in If-Match, returns 412 only if somebody has changed one of them since.`,
    body: manySchema,
    answer: servingSchema,
    dryRunAnswer: Type.Object({
      pinned: Type.Array(overrideSchema, {
        description:
          'the current overrides of these users, by `user_id`: those that would be replaced or removed',
      }),
    }),
    hasETag: 'set by the handler',
    async handle(request, { change }) {
      const { environment, body, ifMatch } = request;
      return change(
        async (transaction) => {
          const { client } = transaction;
          // If-Match is not about everything that is served.
          const serving = await lockServing(transaction, { ...request, ifMatch: undefined });
          const variations = new Set(serving.feature.variations.map(({ slug }) => slug));
          const pins = Object.entries(body).map(([user, pin]) => [user, variationOf(pin)] as const);
          requireNoProblems(checkOverrides(Object.fromEntries(pins), '', { variations }));
          const of = { featureId: serving.feature.id, environmentId: serving.environment.id };
          const pinned = await readOverrides(client, { ...of, userIds: Object.keys(body) });
          const tag = tagOf(body, pinned);
          const replaced = await readOverridesOfUsers(client, of, [...pinned.keys()]);
          if (ifMatch !== undefined) requireMatch(ifMatch, tag);
          const before: ServingState = { ...serving.before, overrides: pinned };
          await changeServing(transaction, serving.project, [
            { ...serving, before, after: { ...before, overrides: wantedOf(body) } },
          ]);
          await writeNotes(client, of, notesOf(body));
          const representation = await readChangedServing(transaction, serving);
          return { replaced, representation, tag };
        },
        {
          answer: (made) => ({
            body: withPublishedVersion({ ...made, result: made.result.representation }, environment),
            headers: { ETag: createEtag(tagOf(body, wantedOf(body))) },
          }),
          dryRunAnswer: ({ replaced, tag }) => ({
            body: { pinned: replaced },
            headers: { ETag: createEtag(tag) },
          }),
        },
      );
    },
  }),
];

function wantedOf(body: Readonly<Record<string, PinInput>>): Map<string, string> {
  return new Map(
    Object.entries(body).flatMap(([user, pin]): [string, string][] => {
      const variation = variationOf(pin);
      return variation === null ? [] : [[user, storedSlug(variation)]];
    }),
  );
}

/**
 * Returns the source of the ETag: the pins of the users in a body, in the order of names, because a body has any
 * order.
 */
function tagOf(body: object, pinned: ReadonlyMap<string, string>): object {
  return Object.keys(body)
    .toSorted()
    .map((user) => [user, pinned.get(user) ?? null]);
}

function notesOf(body: Readonly<Record<string, PinInput>>): [string, string][] {
  return Object.entries(body).flatMap(([user, pin]): [string, string][] =>
    pin !== null && typeof pin === 'object' && pin.note !== undefined ? [[user, pin.note]] : [],
  );
}
