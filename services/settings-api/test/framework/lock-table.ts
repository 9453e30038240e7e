import { until } from '@bunting/testing';
import type { Pool } from 'pg';

/** Locks a table: who reads it waits until `release`. */
export async function lockTable(pool: Pool, table: string) {
  const holder = await pool.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return {
    /** Resolves when somebody waits for the table. */
    async untilAwaited(): Promise<void> {
      const waiting = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE NOT granted AND datname = current_database() AND relation = $1::regclass`;
      await until(async () => (await holder.query(waiting, [table])).rowCount !== 0);
    },
    async release(): Promise<void> {
      await holder.query('ROLLBACK');
      holder.release();
    },
  };
}
