import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';

/** What a document is told by from others: its text, to the letter. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Whether the document with this digest was applied, and no other one since. What was changed by hand since stays so. */
export async function isAppliedLast(pool: Pick<Pool, 'query'>, digest: string): Promise<boolean> {
  const { rows } = await pool.query('SELECT FROM applied_document WHERE digest = $1', [digest]);
  return rows.length > 0;
}

/** In the transaction that applies it: who reads the digest finds what it says. */
export async function noteApplied(client: PoolClient, digest: string): Promise<void> {
  await client.query(
    `INSERT INTO applied_document (id, digest) VALUES (1, $1)
     ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, applied_at = now()`,
    [digest],
  );
}
