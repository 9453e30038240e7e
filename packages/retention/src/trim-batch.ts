import { withTransaction } from '@bunting/database';
import type pg from 'pg';
import type { Retention } from './retention.ts';

/**
 * One small transaction: at most `limit` rows whose time has passed by PostgreSQL's clock. Returns how many there were;
 * undefined: another process is at it.
 */
export function trimBatch(pool: pg.Pool, retention: Retention, limit: number): Promise<number | undefined> {
  const { rows: name, keepMs, remove } = retention;
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ isMine: boolean; before: Date }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('bunting retention: ' || $1, 0)) AS "isMine",
         now() - $2 * interval '1 millisecond' AS before`,
      [name, keepMs],
    );
    const [{ isMine, before }] = rows as [(typeof rows)[0]];
    return isMine ? remove(client, before, limit) : undefined;
  });
}
