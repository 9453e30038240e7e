import { changeServing, runChange, type ServingState } from '@bunting/changes';
import { slugSchema, storedSlug, strictRecord } from '@bunting/definitions';
import { checkOverrides, maxUserIdLength } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { differenceSchema, listDifferences } from '../audit-log/differences.ts';
import { changeContext } from '../framework/change-context.ts';
import { requireNoProblems } from '../framework/errors.ts';
import { etagOf, requireMatch } from '../framework/http/etag.ts';
import { pageOf, pageQuery, readCursor } from '../framework/http/page.ts';
import { querySchema } from '../framework/http/query.ts';
import { route } from '../framework/route.ts';
import { lockServing, readChangedServing, withPublishedVersion } from './lock-serving.ts';
import { readOverridesOf, readUserOverridePage, writeNotes } from './override-queries.ts';
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
      description: 'a variation, a variation with a note, or null = the override is removed',
    }),
  ),
  maxUsers,
);

const dryRunSchema = Type.Object({
  dry_run: Type.Unsafe<true>({ type: 'boolean', const: true }),
  changes: Type.Array(differenceSchema),
  touches: Type.Array(
    Type.Object({ environment: Type.String(), protected: Type.Boolean(), feature: Type.String() }),
    { description: 'where something else would be served' },
  ),
  pinned: Type.Array(overrideSchema, {
    description: 'the overrides that these users have now, by `user_id`: what would be replaced or removed',
  }),
});

const variationOf = (pin: PinInput) => (pin !== null && typeof pin === 'object' ? pin.variation : pin);

export const manyOverrideRoutes = [
  route({
    method: 'GET',
    path: environmentPath,
    action: 'read',
    summary: 'List what is pinned for a user in an environment',
    query: pageQuery({ user_id: Type.String({ maxLength: maxUserIdLength }) }),
    status: 200,
    answer: pageOf(userOverrideSchema),
    async handle({ environment, query }, { pool }) {
      const { user_id: userId, limit, cursor } = query;
      const page = { environmentId: environment.id, userId, limit, after: readCursor(cursor) };
      return { body: await readUserOverridePage(pool, page) };
    },
  }),

  route({
    method: 'PUT',
    path,
    action: 'serve',
    summary: 'Pin variations for many users, or remove their overrides',
    description: `One change for at most ${maxUsers} users; the overrides of others stay. The ETag is that of the pins of exactly these users: with the one of a dry run in If-Match, the answer is 412 only when somebody else has changed one of them meanwhile.`,
    query: querySchema({
      dry_run: Type.Optional(Type.Boolean({ description: 'true = show the differences and change nothing' })),
    }),
    body: manySchema,
    status: 200,
    answer: Type.Union([servingSchema, dryRunSchema]),
    hasETag: 'of the users',
    async handle(request, dependencies) {
      const { environment, caller, body, query, ifMatch } = request;
      const dryRun = query.dry_run ?? false;
      const made = await runChange(changeContext(dependencies, caller, { dryRun }), async (transaction) => {
        const { client } = transaction;
        // If-Match is not about everything that is served.
        const serving = await lockServing(transaction, { ...request, ifMatch: undefined });
        const variations = new Set(serving.feature.variations.map(({ slug }) => slug));
        const pins = Object.entries(body).map(([user, pin]) => [user, variationOf(pin)] as const);
        requireNoProblems(checkOverrides(Object.fromEntries(pins), '', { variations }));
        const of = { featureId: serving.feature.id, environmentId: serving.environment.id };
        const pinned = await readOverrides(client, { ...of, userIds: Object.keys(body) });
        const tag = tagOf(body, pinned);
        const replaced = dryRun ? await readOverridesOf(client, of, [...pinned.keys()]) : [];
        if (ifMatch !== undefined) requireMatch(ifMatch, tag);
        const wanted = new Map(
          pins.flatMap(([user, slug]) => (slug === null ? [] : [[user, storedSlug(slug)] as const])),
        );
        const before: ServingState = { ...serving.before, overrides: pinned };
        await changeServing(transaction, serving.project, [
          { ...serving, before, after: { ...before, overrides: wanted } },
        ]);
        await writeNotes(client, of, notesOf(body));
        const representation = await readChangedServing(transaction, serving);
        return { serving, replaced, representation, etag: etagOf(dryRun ? tag : tagOf(body, wanted)) };
      });
      const headers = { ETag: made.result.etag };
      if (!dryRun) {
        const { representation: result } = made.result;
        return { headers, body: withPublishedVersion({ ...made, result }, environment) };
      }
      const changes = await listDifferences(made.recorded);
      const { replaced: pinned } = made.result;
      const { feature, environment: touched } = made.result.serving;
      const touches =
        changes.length === 0
          ? []
          : [{ environment: touched.slug, protected: touched.protected, feature: feature.slug }];
      return { headers, body: { dry_run: true as const, changes, touches, pinned } };
    },
  }),
];

/** What the users of a body are pinned to, for the ETag; in the order of names, because a body has any. */
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
