import type pg from 'pg';

export const dayMs = 24 * 60 * 60 * 1000;

/** How long rows of one kind are kept, and how they go. */
export interface Retention {
  /** What they are, in metrics, logs and the name of the lock: `audit_records`. */
  readonly rows: string;
  /** undefined: for good. */
  readonly keepMs: number | undefined;
  readonly remove: Remove;
}

/** Removes at most `limit` rows that are older than `before`, and what goes with them. Returns how many; fewer = none is left. */
export type Remove = (client: pg.PoolClient, before: Date, limit: number) => Promise<number>;
