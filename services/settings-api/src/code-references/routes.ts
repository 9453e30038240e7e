import { Type } from 'typebox';
import type { Static } from 'typebox';
import { placeKey, readMembership } from '../framework/http/composite-cursor.ts';
import { harmlessJson } from './harmless-json.ts';
import { fileUrl, providers } from './links.ts';
import { listReferences, states } from './queries.ts';
import type { ReferencePlace, ReferenceRow } from './queries.ts';
import { listUnreferencedVariables } from './list-unreferenced.ts';
import type { UnreferencedRow } from './list-unreferenced.ts';
import { visibleStatuses } from '../features/representation.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { route } from '../framework/route.ts';
import { timeSchema } from '../framework/times.ts';
import { isUuid } from '../framework/uuid.ts';
import { stringEnum } from '../framework/schemas.ts';

const project = '/organisations/{org}/projects/{project}';
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const referenceSchema = Type.Object({
  variable: Type.String(),
  provider: stringEnum(providers),
  repository: Type.String(),
  file: Type.String(),
  line_number: nullable(Type.Integer()),
  snippet: nullable(Type.String({ description: 'source text, as it was found' })),
  state: stringEnum(states),
  first_seen_at: timeSchema,
  last_seen_at: timeSchema,
  commit_sha: nullable(Type.String({ description: 'of the last snapshot that held it' })),
  url: nullable(Type.String({ description: 'file and line at that commit; null = no commit was named' })),
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
  feature_status: stringEnum(visibleStatuses),
  last_seen_at: nullable({ ...timeSchema, description: 'null = no snapshot ever held it' }),
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
      state: Type.Optional(stringEnum(states)),
      variable: Type.Optional(Type.String({ maxLength: 100 })),
      provider: Type.Optional(stringEnum(providers)),
      repository: Type.Optional(Type.String({ maxLength: 500, description: '`owner/repo`, in any case' })),
    }),
    status: 200,
    answer: pageOf(referenceSchema),
    async handle({ project, featureId, query: { limit, cursor, ...filter } }, { pool }) {
      const after = readMembership(cursor, isPlace);
      const rows = await listReferences(pool, project.id, featureId, filter, { after, limit: limit + 1 });
      const body = toPage(rows, limit, (row) => placeKey(placeOf(row)), toReference);
      return { body, text: harmlessJson(body) };
    },
  }),

  route({
    method: 'GET',
    path: `${project}/unreferenced-variables`,
    action: 'read',
    summary: 'List the variables that no repository refers to',
    description: 'Those that are in no last snapshot of any repository of the project.',
    query: pageQuery({ status: Type.Optional(stringEnum(visibleStatuses)) }),
    status: 200,
    answer: pageOf(unreferencedSchema),
    async handle({ project, query: { limit, cursor, status } }, { pool }) {
      const after = readCursor(cursor) ?? '';
      const rows = await listUnreferencedVariables(pool, project.id, { status, after, limit: limit + 1 });
      return { body: toPage(rows, limit, ({ slug }) => slug, toUnreferenced) };
    },
  }),
];
