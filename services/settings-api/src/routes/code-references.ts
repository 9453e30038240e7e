import { Type } from 'typebox';
import type { Static } from 'typebox';
import { placeKey, readPlace } from '../code-references/cursor.ts';
import { harmlessJson } from '../code-references/harmless-json.ts';
import { fileUrl, providers } from '../code-references/links.ts';
import { listReferences, states } from '../code-references/list-references.ts';
import type { ReferencePlace, ReferenceRow } from '../code-references/list-references.ts';
import { listUnreferencedVariables } from '../code-references/list-unreferenced.ts';
import type { UnreferencedRow } from '../code-references/list-unreferenced.ts';
import { visibleStatuses } from '../features/feature-representation.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { route } from '../route.ts';
import { timeSchema } from '../times.ts';
import { isUuid } from '../uuid.ts';
import { wordsOf } from '../words-of.ts';

const project = '/organisations/{org}/projects/{project}';
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const referenceSchema = Type.Object({
  variable: Type.String(),
  provider: wordsOf(providers),
  repository: Type.String(),
  file: Type.String(),
  line_number: orNull(Type.Integer()),
  snippet: orNull(Type.String({ description: 'source text, as it was found' })),
  state: wordsOf(states),
  first_seen_at: timeSchema,
  last_seen_at: timeSchema,
  commit_sha: orNull(Type.String({ description: 'of the last snapshot that held it' })),
  url: orNull(Type.String({ description: 'file and line at that commit; null = no commit was named' })),
});

function toReference(row: ReferenceRow): Static<typeof referenceSchema> {
  return {
    variable: row.key,
    provider: row.provider,
    repository: row.repository,
    file: row.file,
    line_number: row.lineNumber,
    snippet: row.snippet,
    state: row.state,
    first_seen_at: row.firstSeenAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    commit_sha: row.commitSha,
    url: fileUrl(row, row.commitSha, row),
  };
}

function placeOf({ key, connectionId, file, lineNumber }: ReferenceRow): ReferencePlace {
  return [key, connectionId, file, lineNumber ?? 0];
}

function isPlace(place: readonly unknown[]): place is ReferencePlace {
  const [key, connectionId, file, lineNumber] = place;
  return (
    place.length === 4 &&
    [key, connectionId, file].every((text) => typeof text === 'string' && !text.includes('\0')) &&
    isUuid(connectionId as string) &&
    Number.isInteger(lineNumber) &&
    Math.abs(lineNumber as number) < 2 ** 31
  );
}

const unreferencedSchema = Type.Object({
  slug: Type.String(),
  feature: Type.String(),
  feature_status: wordsOf(visibleStatuses),
  last_seen_at: orNull({ ...timeSchema, description: 'null = no snapshot ever held it' }),
});

function toUnreferenced(row: UnreferencedRow): Static<typeof unreferencedSchema> {
  return {
    slug: row.slug,
    feature: row.feature,
    feature_status: row.status as (typeof visibleStatuses)[number],
    last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  };
}

export const codeReferenceRoutes = [
  route({
    method: 'GET',
    path: `${project}/features/{feature}/code-references`,
    action: 'read',
    summary: 'List where the variables of a feature stand in the code',
    description: 'By variable, repository, file and line. Stale ones were in an earlier snapshot.',
    query: pageQuery({
      state: Type.Optional(wordsOf(states)),
      variable: Type.Optional(Type.String({ maxLength: 100 })),
      provider: Type.Optional(wordsOf(providers)),
      repository: Type.Optional(Type.String({ maxLength: 500, description: '`owner/repo`, in any case' })),
    }),
    status: 200,
    answer: pageOf(referenceSchema),
    async handle({ project, featureId, query: { limit, cursor, ...filter } }, { pool }) {
      const after = readPlace(cursor, isPlace);
      const page = { after, limit: limit + 1 };
      const { rows, isCut } = await listReferences(pool, project.id, featureId, filter, page);
      const keyOf = (row: ReferenceRow) => placeKey(placeOf(row));
      const body = toPage(rows, limit, keyOf, toReference, { isCut, textOf: harmlessJson });
      return { body, text: harmlessJson(body) };
    },
  }),

  route({
    method: 'GET',
    path: `${project}/unreferenced-variables`,
    action: 'read',
    summary: 'List the variables that no repository refers to',
    description: 'Those that are in no last snapshot of any repository of the project.',
    query: pageQuery({ status: Type.Optional(wordsOf(visibleStatuses)) }),
    status: 200,
    answer: pageOf(unreferencedSchema),
    async handle({ project, query: { limit, cursor, status } }, { pool }) {
      const after = readCursor(cursor) ?? '';
      const page = { status, after, limit: limit + 1 };
      const { rows, isCut } = await listUnreferencedVariables(pool, project.id, page);
      return { body: toPage(rows, limit, ({ slug }) => slug, toUnreferenced, { isCut }) };
    },
  }),
];
