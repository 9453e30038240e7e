import type { createPool } from '@bunting/database';

interface Store {
  readonly pool: ReturnType<typeof createPool>;
}

export interface StoredReference {
  readonly key: string;
  readonly file: string;
  readonly line: number | null;
  readonly snippet: string | null;
  readonly state: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date | null;
  readonly lastSeenCommit: string | null;
}

export interface StoredConnection {
  readonly provider: string;
  readonly repository: string;
  readonly branch: string;
  readonly commit: string | null;
  readonly snapshotAt: Date | null;
}

/** Returns all references of a repository, in the order of key, file and line. */
export async function readReferences({ pool }: Store, repository = 'acme/web'): Promise<StoredReference[]> {
  const { rows } = await pool.query<StoredReference>(
    `SELECT key, file, line_number AS line, snippet, state, first_seen_at AS "firstSeenAt",
       last_seen_at AS "lastSeenAt", last_seen_commit_sha AS "lastSeenCommit"
     FROM code_reference JOIN repository_connection ON repository_connection.id = repository_connection_id
     WHERE repository = $1
     ORDER BY key COLLATE "C", file COLLATE "C", line_number NULLS FIRST`,
    [repository],
  );
  return rows;
}

/** Returns `key file:line` of the references in a state. */
export async function readPositions(app: Store, state: string, repository?: string): Promise<string[]> {
  const references = await readReferences(app, repository);
  return references
    .filter((reference) => reference.state === state)
    .map(({ key, file, line }) => `${key} ${file}:${line ?? ''}`);
}

export async function readConnections({ pool }: Store): Promise<StoredConnection[]> {
  const { rows } = await pool.query<StoredConnection>(
    `SELECT provider, repository, branch, commit_sha AS commit, snapshot_at AS "snapshotAt"
     FROM repository_connection ORDER BY id`,
  );
  return rows;
}

export async function deleteAll({ pool }: Store): Promise<void> {
  await pool.query('DELETE FROM repository_connection');
}
