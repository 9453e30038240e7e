import { withTransaction } from '@bunting/database';
import type pg from 'pg';
import type { Retention } from './retention.ts';

/**
 * Removes at most `limit` rows that have expired by PostgreSQL's clock, in one transaction. Returns how many were removed; undefined
 * = another process is removing rows of this kind.
 */
export function trimBatch(pool: pg.Pool, retention: Retention, limit: number): Promise<number | undefined> {
  const { rows: name, keepMs, remove } = retention;
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ isLocked: boolean; before: Date }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('bunting retention: ' || $1, 0)) AS "isLocked",
         now() - $2 * interval '1 millisecond' AS before`,
      [name, keepMs],
    );
    const [{ isLocked, before }] = rows as [(typeof rows)[0]];
    return isLocked ? remove(client, before, limit) : undefined;
  });
}
