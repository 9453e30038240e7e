import { isUuid } from '@bunting/definitions/uuid';
import type { Pool } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';

export interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date | null;
  readonly expires_at: Date;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

/** Reads the hash; null = the account has no password. */
export async function readPasswordHash(pool: Pool, accountId: string): Promise<string | null> {
  const { rows } = await pool.query<{ password_hash: string | null }>(
    `SELECT password_hash FROM identity WHERE account_id = $1 AND provider_id = 'credential'`,
    [accountId],
  );
  return rows[0]?.password_hash ?? null;
}

/** Lists the sessions of an account that have not expired, the oldest first: those after `after`. */
export function listSessions(
  pool: Pool,
  accountId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageRows<SessionRow>> {
  return readPageRows<SessionRow>(
    pool,
    `SELECT id, created_at, last_seen_at, expires_at, nullif(ip_address, '') AS ip_address, nullif(user_agent, '') AS user_agent
     FROM session
     WHERE account_id = $1 AND expires_at > now() AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [accountId, after ?? null, limit],
  );
}

export async function endAllSessions(pool: Pool, accountId: string): Promise<void> {
  await pool.query('DELETE FROM session WHERE account_id = $1', [accountId]);
}

/** Ends a session and returns whether the account had it. */
export async function endSession(pool: Pool, accountId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { rowCount } = await pool.query('DELETE FROM session WHERE account_id = $1 AND id = $2', [
    accountId,
    id,
  ]);
  return rowCount !== 0;
}
