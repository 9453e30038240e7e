import { integer, type Field } from '@bunting/config';
import type pg from 'pg';

/** A day in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1000;

/** The lifetime of rows of one kind, and how they are removed. */
export interface Retention {
  /** The kind of rows in metrics, logs and the name of the lock: `audit_records`. */
  readonly rows: string;
  /** Rows without it are never removed. */
  readonly keepMs: number | undefined;
  readonly remove: Remove;
}

/**
 * Removes at most `limit` rows that are older than `before`, and the rows that belong to them. Returns how many; fewer than
 * `limit` = none is left.
 */
export type Remove = (client: pg.PoolClient, before: Date, limit: number) => Promise<number>;

/**
 * Removes the oldest rows first, found by an index on `time`. Locked rows are skipped until a later run, so that trimming
 * never waits for a lock and cannot be part of a deadlock.
 */
export function removeOldest(options: {
  table: string;
  /** The column with the time of a row. */
  time: string;
  /** A further SQL condition. */
  where?: string;
  /** Converts `before` to the type of the column `time`; absent = a timestamp. */
  boundOf?: (before: Date) => unknown;
  /** The column that identifies a row; `ctid` if the table has no such column. */
  key?: 'id' | 'ctid';
}): Remove {
  const { table, time, where = 'true', boundOf = (before) => before, key = 'id' } = options;
  // A ctid is unique only within one table, so ONLY leaves out the partitions of a partitioned table.
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

/** Declares an environment variable with the days that rows are kept, up to a hundred years. */
export function retentionDays(options: { description: string; default?: number }): Field<number> {
  return integer({ ...options, min: 1, max: 36_500 });
}
