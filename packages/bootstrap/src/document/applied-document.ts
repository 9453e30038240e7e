import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';

/** Returns the SHA-256 of a document's text, which identifies the document. */
export function hashDocument(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns whether the document with this digest was applied last. If so, later changes stay as they are. */
export async function isAppliedLast(pool: Pick<Pool, 'query'>, digest: string): Promise<boolean> {
  const { rows } = await pool.query('SELECT FROM applied_document WHERE digest = $1', [digest]);
  return rows.length > 0;
}

/** Stores the digest in the transaction that applies the document, so that one is never stored without the other. */
export async function storeDigest(client: PoolClient, digest: string): Promise<void> {
  await client.query(
    `INSERT INTO applied_document (id, digest) VALUES (1, $1)
     ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, applied_at = now()`,
    [digest],
  );
}
