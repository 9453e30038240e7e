import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import { readEnvironmentKeys, type EnvironmentKeyState } from '@bunting/changes/environments';
import type { Pool, PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import type { KeyRow } from './representation.ts';

const keys = `
  SELECT key.id, key.name, key.kind, key.last_four, account.email AS created_by, key.created_at, key.last_used_at, key.revoked_at
  FROM environment_key AS key LEFT JOIN account ON account.id = key.created_by_id`;

/** Lists the keys of an environment in the order of creation, those after `after`. */
export function listEnvironmentKeys(
  pool: Pool,
  environment: { readonly id: string },
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageRows<KeyRow>> {
  return readPageRows<KeyRow>(
    pool,
    `${keys} WHERE key.environment_id = $1 AND ($2::uuid IS NULL OR key.id > $2) ORDER BY key.id LIMIT $3`,
    [environment.id, after ?? null, limit],
  );
}

export async function readEnvironmentKey(client: PoolClient, id: string): Promise<KeyRow> {
  const { rows } = await client.query<KeyRow>(`${keys} WHERE key.id = $1`, [id]);
  return rows[0]!;
}

/** Reads the key under the project's lock. Throws 404 if it is not a key of the environment. */
export async function readLockedKey(
  transaction: ChangeTransaction,
  project: ProjectState,
  environment: { readonly id: string },
  id: string,
): Promise<EnvironmentKeyState> {
  const key = (await readEnvironmentKeys(transaction, project)).find(
    (each) => each.id === id.toLowerCase() && each.environmentId === environment.id,
  );
  if (key === undefined) throw settingsErrors.unknown('key', id);
  return key;
}
