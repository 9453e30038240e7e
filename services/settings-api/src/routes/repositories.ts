import { Type } from 'typebox';
import type { Static } from 'typebox';
import { placeKey, readPlace } from '../code-references/cursor.ts';
import { harmlessJson } from '../code-references/harmless-json.ts';
import { fileUrl, providers, repositoryUrl } from '../code-references/links.ts';
import type { Provider } from '../code-references/links.ts';
import { listRepositories, listUnknownKeys } from '../code-references/list-repositories.ts';
import type { RepositoryPlace, RepositoryRow } from '../code-references/list-repositories.ts';
import { deleteRepository } from '../code-references/delete-repository.ts';
import { settingsErrors } from '../errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { route } from '../route.ts';
import { timeSchema } from '../times.ts';
import { isUuid } from '../uuid.ts';
import { wordsOf } from '../words-of.ts';

const path = '/organisations/{org}/projects/{project}/repositories';

const repositorySchema = Type.Object({
  id: Type.String(),
  provider: wordsOf(providers),
  repository: Type.String(),
  branch: Type.String(),
  commit_sha: Type.Union([Type.String(), Type.Null()]),
  snapshot_at: Type.Union([timeSchema, Type.Null()], { description: 'when the last snapshot was taken in' }),
  references: Type.Integer({ description: 'recorded now' }),
  unknown_keys: Type.Integer({ description: 'keys recorded now that no variable has' }),
  url: Type.String({ description: 'the repository at that commit' }),
});

function toRepository(row: RepositoryRow): Static<typeof repositorySchema> {
  return {
    id: row.id,
    provider: row.provider,
    repository: row.repository,
    branch: row.branch,
    commit_sha: row.commitSha,
    snapshot_at: row.snapshotAt?.toISOString() ?? null,
    references: row.references,
    unknown_keys: row.unknownKeys,
    url: repositoryUrl(row, row.commitSha),
  };
}

const unknownKeySchema = Type.Object({
  key: Type.String(),
  references: Type.Integer(),
  file: Type.String({ description: 'the first one, with its line' }),
  line_number: Type.Union([Type.Integer(), Type.Null()]),
  url: Type.Union([Type.String(), Type.Null()], { description: 'null = no commit was named' }),
});

interface Connection {
  readonly provider: Provider;
  readonly repository: string;
  readonly commitSha: string | null;
}

export const repositoryRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the repositories that push code references',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(repositorySchema),
    async handle({ project, query: { limit, cursor } }, { pool }) {
      const after = readPlace(cursor, isPlace) ?? ['', ''];
      const { rows, isCut } = await listRepositories(pool, project.id, { after, limit: limit + 1 });
      const keyOf = (row: RepositoryRow) => placeKey([row.repository.toLowerCase(), row.provider]);
      const body = toPage(rows, limit, keyOf, toRepository, { isCut, textOf: harmlessJson });
      return { body, text: harmlessJson(body) };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{id}`,
    action: 'manage-projects',
    summary: 'Delete a repository with its code references',
    description: 'Stale ones, too. The next snapshot that it pushes makes it anew.',
    status: 204,
    async handle({ organisation, project, caller, params: { id } }, dependencies) {
      const isThere =
        isUuid(id) && (await deleteRepository(dependencies, { organisation, project, caller, id }));
      if (!isThere) throw settingsErrors.unknown('repository', id);
      return { body: undefined };
    },
  }),

  route({
    method: 'GET',
    path: `${path}/{id}/unknown-keys`,
    action: 'read',
    summary: 'List the keys in a repository that no variable has',
    description:
      'Misspelt ones, and those of variables that are deleted. `id` is that of the repository in the list.',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(unknownKeySchema),
    async handle({ project, params: { id }, query: { limit, cursor } }, { pool }) {
      if (!isUuid(id)) throw settingsErrors.unknown('repository', id);
      const { rows } = await pool.query<Connection>(
        `SELECT provider, repository, commit_sha AS "commitSha" FROM repository_connection
         WHERE id = $1 AND project_id = $2`,
        [id, project.id],
      );
      const connection = rows[0];
      if (connection === undefined) throw settingsErrors.unknown('repository', id);
      const after = readCursor(cursor) ?? '';
      const { rows: keys, isCut } = await listUnknownKeys(pool, project.id, id, { after, limit: limit + 1 });
      const body = toPage(
        keys,
        limit,
        ({ key }) => key,
        (row) => ({
          key: row.key,
          references: row.references,
          file: row.file,
          line_number: row.lineNumber,
          url: fileUrl(connection, connection.commitSha, row),
        }),
        { isCut, textOf: harmlessJson },
      );
      return { body, text: harmlessJson(body) };
    },
  }),
];

function isPlace(place: readonly unknown[]): place is RepositoryPlace {
  return place.length === 2 && place.every((text) => typeof text === 'string' && !text.includes('\0'));
}
