import type pg from 'pg';
import type { EncodedBatch } from './encode-batches.ts';

/** Beyond it a further statement follows, so that no message to PostgreSQL takes long to write. */
const maxCellsPerStatement = 5_000;

/** Returns how many of the first batches one statement stores: at least one. */
export function batchesOfStatement(batches: readonly EncodedBatch[]): number {
  let size = 0;
  let count = 0;
  for (const batch of batches) {
    size += batch.size;
    if (count > 0 && size > maxCellsPerStatement) break;
    count += 1;
  }
  return count;
}

/** Stores batches in one statement. Batches that are there already, because the outcome of an earlier try is unknown, are left as they are. */
export async function storeBatches(
  pool: Pick<pg.Pool, 'query'>,
  batches: readonly EncodedBatch[],
  timeoutMs: number,
): Promise<void> {
  await pool.query({
    text: `INSERT INTO evaluation_batch (id, environment_id, begins_at, ends_at, format, cells, unknown)
      SELECT id, environment_id, begins_at, ends_at, format, cells, unknown
        FROM json_to_recordset($1::json)
          AS given (id uuid, environment_id uuid, begins_at timestamptz, ends_at timestamptz, format smallint, cells json,
            unknown json)
      ON CONFLICT (id) DO NOTHING`,
    values: [`[${batches.map(({ text }) => text).join()}]`],
    query_timeout: timeoutMs,
  } as pg.QueryConfig);
}
