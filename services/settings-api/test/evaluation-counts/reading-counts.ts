import type { RunningApp } from '../running-app.ts';
import { readEnvironmentId } from './stored-batches.ts';

interface Row {
  readonly span: string;
  readonly begins_at: Date;
  readonly count: string;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** Returns readers of the stored roll-up; conditions are SQL. */
export function readingCounts(app: RunningApp) {
  return {
    rowsOf: async (where = 'true'): Promise<Row[]> => {
      const { rows } = await app.pool.query<Row>(
        `SELECT span, begins_at, count, first_at, last_at FROM evaluation_rollup WHERE ${where} ORDER BY span, begins_at, count`,
      );
      return rows;
    },
    total: async (where: string): Promise<number> => {
      const { rows } = await app.pool.query<{ sum: string }>(
        `SELECT coalesce(sum(count), 0) AS sum FROM evaluation_rollup WHERE ${where}`,
      );
      return Number(rows[0]!.sum);
    },
    /** Batches that are not rolled up. */
    left: async (): Promise<number> => {
      const { rows } = await app.pool.query<{ count: number }>('SELECT count(*)::int FROM evaluation_batch');
      return rows[0]!.count;
    },
    countedSince: async (environment: string): Promise<string | null> => {
      const { rows } = await app.pool.query<{ at: Date | null }>(
        'SELECT counted_since AS at FROM environment WHERE id = $1',
        [await readEnvironmentId(app.pool, environment)],
      );
      return rows[0]!.at?.toISOString() ?? null;
    },
  };
}
