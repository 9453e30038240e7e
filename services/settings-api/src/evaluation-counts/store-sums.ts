import type { PoolClient } from 'pg';
import type { CellSum, KeySum, Sums } from './add-up.ts';

/** The sums of one statement: a longer list would block the process while it is written as text. */
const sumsAtOnce = 10_000;

/** Adds the sums to evaluation_rollup and unknown_key, and sets since when environments are counted. */
export async function storeSums(client: PoolClient, { cells, keys, countedSince }: Sums): Promise<void> {
  for (let from = 0; from < cells.length; from += sumsAtOnce) {
    await addCells(client, cells.slice(from, from + sumsAtOnce));
  }
  for (let from = 0; from < keys.length; from += sumsAtOnce) {
    await addKeys(client, keys.slice(from, from + sumsAtOnce));
  }
  await setCountedSince(client, countedSince);
}

/**
 * Adds cells. A cell has a row for its hour, one for its day, and one for all time. Sums end at 2^53 − 1, so that no count that
 * somebody wrote by hand can exceed what PostgreSQL and JavaScript can add.
 */
async function addCells(client: PoolClient, cells: readonly CellSum[]): Promise<void> {
  await client.query(
    `INSERT INTO evaluation_rollup AS stored
       (environment_id, span, variable_id, variation_id, reason, asked, begins_at, count, first_at, last_at)
     SELECT environment_id,
       CASE WHEN grouping(hour) = 0 THEN 'hour' WHEN grouping(day) = 0 THEN 'day' ELSE 'ever' END AS span,
       variable_id, variation_id, reason, asked, coalesce(hour, day, 'epoch') AS begins_at,
       LEAST(sum(count), ${Number.MAX_SAFE_INTEGER})::bigint, min(first_at), max(last_at)
     FROM (
       SELECT *, date_trunc('day', hour, 'UTC') AS day
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[], $5::smallint[], $6::timestamptz[], $7::bigint[],
         $8::timestamptz[], $9::timestamptz[])
         AS given (environment_id, variable_id, variation_id, reason, asked, hour, count, first_at, last_at)
     ) AS cell
     GROUP BY GROUPING SETS (
       (environment_id, variable_id, variation_id, reason, asked, hour),
       (environment_id, variable_id, variation_id, reason, asked, day),
       (environment_id, variable_id, variation_id, reason, asked)
     )
     ORDER BY environment_id, span, variable_id, variation_id, reason, asked, begins_at
     ON CONFLICT (environment_id, span, variable_id, variation_id, reason, asked, begins_at) DO UPDATE SET
       count = stored.count + LEAST(excluded.count, ${Number.MAX_SAFE_INTEGER} - stored.count),
       first_at = LEAST(stored.first_at, excluded.first_at),
       last_at = GREATEST(stored.last_at, excluded.last_at)`,
    [
      cells.map(({ environmentId }) => environmentId),
      cells.map(({ variableId }) => variableId),
      cells.map(({ variationId }) => variationId),
      cells.map(({ reason }) => reason),
      cells.map(({ asked }) => asked),
      cells.map(({ hour }) => hour),
      cells.map(({ count }) => count),
      cells.map(({ firstAt }) => firstAt),
      cells.map(({ lastAt }) => lastAt),
    ],
  );
}

async function addKeys(client: PoolClient, keys: readonly KeySum[]): Promise<void> {
  await client.query(
    `INSERT INTO unknown_key AS stored (environment_id, key, count, first_at, last_at, server_last_at)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
       AS given (environment_id, key, count, first_at, last_at, server_last_at)
     ORDER BY environment_id, key
     ON CONFLICT (environment_id, key) DO UPDATE SET
       count = stored.count + LEAST(excluded.count, ${Number.MAX_SAFE_INTEGER} - stored.count),
       first_at = LEAST(stored.first_at, excluded.first_at),
       last_at = GREATEST(stored.last_at, excluded.last_at),
       server_last_at = GREATEST(stored.server_last_at, excluded.server_last_at)`,
    [
      keys.map(({ environmentId }) => environmentId),
      keys.map(({ key }) => key),
      keys.map(({ count }) => count),
      keys.map(({ firstAt }) => firstAt),
      keys.map(({ lastAt }) => lastAt),
      keys.map(({ serverLastAt }) => serverLastAt),
    ],
  );
}

/** Sets the first time of counting. Changes of datafiles lock environments too, in the order of their ids. */
async function setCountedSince(client: PoolClient, countedSince: ReadonlyMap<string, Date>): Promise<void> {
  await client.query(
    `WITH earlier AS MATERIALIZED (
       SELECT environment.id, given.since
       FROM unnest($1::uuid[], $2::timestamptz[]) AS given (id, since)
       JOIN environment ON environment.id = given.id
       WHERE counted_since IS NULL OR counted_since > given.since
       ORDER BY environment.id FOR NO KEY UPDATE OF environment
     )
     UPDATE environment SET counted_since = earlier.since FROM earlier WHERE environment.id = earlier.id`,
    [[...countedSince.keys()], [...countedSince.values()]],
  );
}
