import { batchFormat } from '@bunting/evaluation-counts';
import type { Logger } from '@bunting/observability';
import type { Pool, PoolClient } from 'pg';
import { rollUpAll, type RollUp, type ClaimedBatches } from '../roll-ups/roll-up.ts';
import { addUp, type StoredBatch } from './add-up.ts';
import { storeSums } from './store-sums.ts';

/** A roll-up of another release leaves batches of a format that it does not know to the releases that do. */
const formats = [1, batchFormat];
const batchesOfPass = 200;
/** Bytes of a pass, as PostgreSQL stores them: some ten batches of 5,000 cells. A larger batch has its own pass. */
const storedBytesOfPass = 2 * 1024 * 1024;
/** The largest `cells` or `unknown` of one batch. 5,000 cells have half of it. */
const maxTextBytes = 1024 * 1024;
/** Less than PostgreSQL's deadlock_timeout, so that the roll-up gives way and is tried again, and nobody's change fails. */
const lockTimeoutMs = 500;

/** The time that a request waits for the latest counts to be rolled up. */
export const countBudgetMs = 100;

/** Adds up what evaluators counted (`evaluation_batch`) into `evaluation_rollup` and `unknown_key`. */
export function createEvaluationRollUp(log: Pick<Logger, 'warn'>): RollUp {
  return {
    lockName: 'bunting evaluation roll-up',
    async hasBatches(client) {
      const { rows } = await client.query('SELECT FROM evaluation_batch WHERE format = ANY ($1) LIMIT 1', [
        formats,
      ]);
      return rows.length > 0;
    },
    takeBatches: (client) => takeBatches(client, log),
  };
}

/** Rolls up until no batch is left or `budgetMs` are over. Resolves with whether no batch is left. */
export function rollUpEvaluations(pool: Pool, log: Pick<Logger, 'warn'>, budgetMs: number): Promise<boolean> {
  return rollUpAll(pool, createEvaluationRollUp(log), budgetMs);
}

async function takeBatches(client: PoolClient, log: Pick<Logger, 'warn'>): Promise<ClaimedBatches> {
  const { ids, isLast } = await chooseBatches(client);
  if (ids.length === 0) return { count: 0, isLast };
  await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  const sums = await addUp(await deleteBatches(client, ids));
  await storeSums(client, sums);
  if (sums.unread.length > 0) {
    const batches = sums.unread.slice(0, 10);
    log.warn({ batches, of: sums.unread.length }, 'Unreadable evaluation counts were dropped.');
  }
  return { count: ids.length, isLast };
}

async function chooseBatches(client: PoolClient): Promise<{ ids: readonly string[]; isLast: boolean }> {
  const { rows } = await client.query<{ id: string; bytes: number }>(
    `SELECT id, pg_column_size(cells) + pg_column_size(unknown) AS bytes
     FROM evaluation_batch WHERE format = ANY ($1) ORDER BY id LIMIT $2`,
    [formats, batchesOfPass],
  );
  let bytes = 0;
  const tooMany = rows.findIndex((row, index) => (bytes += row.bytes) > storedBytesOfPass && index > 0);
  const chosen = tooMany === -1 ? rows : rows.slice(0, tooMany);
  const isLast = tooMany === -1 && rows.length < batchesOfPass;
  return { ids: chosen.map(({ id }) => id), isLast };
}

/**
 * Deletes and returns batches. Batches of deleted environments are deleted too, but not returned. Times of a wrong clock are moved
 * to the creation of the environment, or to now, so that nothing was counted before there was anything or will be tomorrow.
 */
async function deleteBatches(client: PoolClient, ids: readonly string[]): Promise<StoredBatch[]> {
  const { rows } = await client.query<StoredBatch>(
    `WITH taken AS (DELETE FROM evaluation_batch WHERE id = ANY ($1) RETURNING *)
     SELECT taken.id, taken.environment_id AS "environmentId",
       LEAST(GREATEST(begins_at, created_at), now()) AS "beginsAt",
       LEAST(GREATEST(ends_at, begins_at, created_at), now()) AS "endsAt",
       CASE WHEN octet_length(cells::text) <= ${maxTextBytes} THEN cells::text END AS cells,
       CASE WHEN octet_length("unknown"::text) <= ${maxTextBytes} THEN "unknown"::text END AS "unknown"
     FROM taken JOIN environment ON environment.id = taken.environment_id`,
    [ids],
  );
  return rows;
}
