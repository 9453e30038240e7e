import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { compositeKey, readCompositeCursor } from '../framework/http/composite-cursor.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { nullableTimeSchema, stringEnum } from '../framework/schemas.ts';
import { deleteRepository } from './delete-repository.ts';
import { fileUrl, providers, repositoryUrl } from './links.ts';
import { markupSafeJson } from './markup-safe-json.ts';
import {
  findRepository,
  listRepositories,
  listUnknownKeys,
  type RepositoryKey,
  type RepositoryRow,
  type UnknownKeyRow,
} from './queries.ts';

const path = '/organisations/{org}/projects/{project}/repositories';

const repositorySchema = Type.Object(
  {
    id: Type.String(),
    provider: stringEnum(providers),
    repository: Type.String(),
    branch: Type.String(),
    commit_sha: Type.Union([Type.String(), Type.Null()]),
    snapshot_at: nullableTimeSchema('when the last snapshot was stored'),
    references: Type.Integer({ description: 'the number of current references' }),
    unknown_keys: Type.Integer({ description: 'the number of current keys without a variable' }),
    url: Type.String({ description: 'the repository at that commit' }),
  },
  { title: 'Repository' },
);

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

const unknownKeySchema = Type.Object(
  {
    key: Type.String(),
    references: Type.Integer(),
    file: Type.String({ description: 'the first file, with the line' }),
    line_number: Type.Union([Type.Integer(), Type.Null()]),
    url: Type.Union([Type.String(), Type.Null()], { description: 'null = the snapshot has no commit' }),
  },
  { title: 'UnknownReference' },
);

export const repositoryRoutes = [
  readRoute({
    path,
    summary: 'List the repositories that push code references',
    query: pageQuery({}),
    answer: createPageSchema(repositorySchema),
    async handle({ project, query: { limit, cursor } }, { pool }) {
      const after = readCompositeCursor(cursor, isRepositoryKey) ?? ['', ''];
      const { rows, isCut } = await listRepositories(pool, project.id, { after, limit: limit + 1 });
      const keyOf = (row: RepositoryRow) => compositeKey([row.repository.toLowerCase(), row.provider]);
      const body = toPage(rows, limit, keyOf, toRepository, { isCut, textOf: markupSafeJson });
      return { body, text: markupSafeJson(body) };
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{id}`,
    action: 'manage-projects',
    summary: 'Delete a repository and its code references',
    description:
      'Deletes all its references, including stale ones. The next snapshot creates the repository again.',
    comparesIfMatch: false,
    handle: ({ organisation, project, params: { id } }, dependencies) =>
      deleteRepository(dependencies, { organisation, project, id }),
  }),

  readRoute({
    path: `${path}/{id}/unknown-keys`,
    summary: 'List the unknown keys in a repository',
    description:
      'Misspelled keys, and keys of deleted variables. `id` is the id of the repository in the list.',
    query: pageQuery({}),
    answer: createPageSchema(unknownKeySchema),
    async handle({ project, params: { id }, query: { limit, cursor } }, { pool }) {
      const repository = await findRepository(pool, project.id, id);
      const after = readCursor(cursor) ?? '';
      const { rows, isCut } = await listUnknownKeys(pool, project.id, id, { after, limit: limit + 1 });
      const toItem = (row: UnknownKeyRow) => ({
        key: row.key,
        references: row.references,
        file: row.file,
        line_number: row.lineNumber,
        url: fileUrl(repository, repository.commitSha, row),
      });
      const options = { isCut, textOf: markupSafeJson };
      const body = toPage(rows, limit, ({ key }) => key, toItem, options);
      return { body, text: markupSafeJson(body) };
    },
  }),
];

function isRepositoryKey(key: readonly unknown[]): key is RepositoryKey {
  return key.length === 2 && key.every((text) => typeof text === 'string' && !text.includes('\0'));
}
