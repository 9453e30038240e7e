import type pg from 'pg';

/** For how long a tombstone is kept at least; evaluators that were cut off for longer load afresh. */
export const tombstoneLifetimeMs = 24 * 60 * 60 * 1000;

/** Deletes the tombstones that every evaluator must have seen. Returns how many there were. */
export async function trimTombstones(
  client: pg.Pool | pg.ClientBase,
  options: { olderThanMs?: number } = {},
): Promise<number> {
  const { olderThanMs = tombstoneLifetimeMs } = options;
  const { rowCount } = await client.query(
    `DELETE FROM datafile_fragment
     WHERE document IS NULL AND written_at < now() - $1 * interval '1 millisecond'`,
    [olderThanMs],
  );
  return rowCount ?? 0;
}
