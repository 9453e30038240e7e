import { isUuid } from '@bunting/definitions/uuid';
import type { Pool } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import type { Provider, RepositoryName } from './links.ts';

export interface RepositoryRow {
  readonly id: string;
  readonly provider: Provider;
  readonly repository: string;
  readonly branch: string;
  readonly commitSha: string | null;
  readonly snapshotAt: Date | null;
  readonly references: number;
  readonly unknownKeys: number;
}

/** The key of a repository, for the cursor. */
export type RepositoryKey = readonly [repository: string, provider: string];

/**
 * Lists the repositories of a project by name and provider, those after `after`, with figures of their last
 * snapshots.
 */
export function listRepositories(
  pool: Pool,
  projectId: string,
  { after, limit }: { after: RepositoryKey; limit: number },
): Promise<PageRows<RepositoryRow>> {
  return readPageRows<RepositoryRow>(
    pool,
    `SELECT id, provider, repository, branch, commit_sha AS "commitSha", snapshot_at AS "snapshotAt",
       counted.references::integer, counted.unknown_keys::integer AS "unknownKeys"
     FROM (
       SELECT * FROM repository_connection
       WHERE project_id = $1 AND ${order} > ($2, $3)
       ORDER BY ${order} LIMIT $4
     ) AS connection
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(key_count), 0) AS references, count(*) FILTER (WHERE ${isUnknown}) AS unknown_keys
       FROM (
         SELECT key, count(*) AS key_count FROM code_reference
         WHERE repository_connection_id = connection.id AND state = 'recorded' GROUP BY key
       ) AS counted
     ) AS counted
     ORDER BY ${order}`,
    [projectId, ...after, limit],
  );
}

const order = `(lower(repository) COLLATE "C", provider COLLATE "C")`;
const isUnknown = `NOT EXISTS (
  SELECT FROM variable WHERE variable.project_id = $1 AND deleted_at IS NULL AND variable.slug = key
)`;

export interface UnknownKeyRow {
  readonly key: string;
  readonly references: number;
  readonly file: string;
  readonly lineNumber: number | null;
}

/**
 * Lists keys of the last snapshot without a variable, those after `after`, each with the first file and line that has
 * it.
 */
export function listUnknownKeys(
  pool: Pool,
  projectId: string,
  connectionId: string,
  { after, limit }: { after: string; limit: number },
): Promise<PageRows<UnknownKeyRow>> {
  return readPageRows<UnknownKeyRow>(
    pool,
    `SELECT unknown.key, unknown.references::integer, first.file, first.line_number AS "lineNumber"
     FROM (
       SELECT key, count(*) AS references FROM code_reference
       WHERE repository_connection_id = $2 AND state = 'recorded' AND key COLLATE "C" > $3 AND ${isUnknown}
       GROUP BY key ORDER BY key COLLATE "C" LIMIT $4
     ) AS unknown
     CROSS JOIN LATERAL (
       SELECT file, line_number FROM code_reference
       WHERE repository_connection_id = $2 AND state = 'recorded' AND key = unknown.key
       ORDER BY file COLLATE "C", line_number NULLS FIRST LIMIT 1
     ) AS first
     ORDER BY unknown.key COLLATE "C"`,
    [projectId, connectionId, after, limit],
  );
}

/** Throws 404 for what is not a repository of the project. */
export async function findRepository(
  pool: Pool,
  projectId: string,
  id: string,
): Promise<RepositoryName & { readonly commitSha: string | null }> {
  if (!isUuid(id)) throw settingsErrors.unknown('repository', id);
  const { rows } = await pool.query<RepositoryName & { readonly commitSha: string | null }>(
    `SELECT provider, repository, commit_sha AS "commitSha" FROM repository_connection
     WHERE id = $1 AND project_id = $2`,
    [id, projectId],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('repository', id);
  return rows[0];
}
