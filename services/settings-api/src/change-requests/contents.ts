import type { Pool, PoolClient } from 'pg';
import type { Contents } from './records.ts';

/** Reads what a change request is made of. */
export async function readContents(client: Pool | PoolClient, id: string): Promise<Contents> {
  const { rows } = await client.query<Contents>('SELECT records, names FROM change_request WHERE id = $1', [
    id,
  ]);
  return rows[0] as Contents;
}
