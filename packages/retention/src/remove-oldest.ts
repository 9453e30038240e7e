import type { Remove } from './retention.ts';

/**
 * The usual way to remove rows: the oldest first, found by an index on `time`. Rows that somebody has locked are left for
 * another run, so that trimming waits for nobody and cannot be part of a deadlock.
 */
export function removeOldest(options: {
  table: string;
  /** The column that tells how old a row is. */
  time: string;
  /** What else must be true of a row. */
  where?: string;
  /** `before` as `time` has it; a time unless told. */
  boundOf?: (before: Date) => unknown;
  /** One column by which a row is found; `ctid` where the table has no such column. */
  key?: 'id' | 'ctid';
}): Remove {
  const { table, time, where = 'true', boundOf = (before) => before, key = 'id' } = options;
  // ONLY: a ctid names a row of one table, not of one that was cut into partitions.
  const from = key === 'ctid' ? `ONLY ${table}` : table;
  const text = `
    DELETE FROM ${from} WHERE ${key} = ANY (ARRAY(
      SELECT ${key} FROM ${from} WHERE ${time} < $1 AND ${where}
      ORDER BY ${time} LIMIT $2 FOR UPDATE SKIP LOCKED))`;
  return async (client, before, limit) => {
    const { rowCount } = await client.query(text, [boundOf(before), limit]);
    return rowCount ?? 0;
  };
}
