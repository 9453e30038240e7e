import type pg from 'pg';
import { withTransaction } from '@bunting/database';
import { leastIdAt } from '../storing/event-ids.ts';
import { receiptKeyOf } from '../storing/receipt-key.ts';

/** How many rows one small transaction removed; undefined: another process is at it. */
type Trimmed = number | undefined;

/** Any number, the same in every process: the name of the advisory lock. */
const lockName = 0x74_72_69_6d;

/** Events taken in before that time, with their receipts, at most `limit`. */
export function trimEvents(pool: pg.Pool, before: Date, limit: number): Promise<Trimmed> {
  return alone(pool, async (client) => {
    const { rows } = await client.query<{ environment_id: string; event_id: string | null }>(
      `DELETE FROM stored_event
        WHERE id = ANY (ARRAY(SELECT id FROM stored_event WHERE id < $1 ORDER BY id LIMIT $2))
        RETURNING environment_id, event_id`,
      [leastIdAt(before.getTime()), limit],
    );
    const keys = rows.flatMap(({ environment_id: environmentId, event_id: eventId }) =>
      eventId === null ? [] : [receiptKeyOf(environmentId, eventId)],
    );
    await client.query('DELETE FROM event_receipt WHERE key = ANY ($1::uuid[])', [keys.toSorted()]);
    return rows.length;
  });
}

/** Batches whose events are trimmed, whether or not anybody has followed them. */
export function trimBatches(pool: pg.Pool, before: Date, limit: number): Promise<Trimmed> {
  return alone(pool, async (client) => {
    const { rowCount } = await client.query(
      `DELETE FROM event_batch WHERE first_id = ANY
        (ARRAY(SELECT first_id FROM event_batch WHERE last_id < $1 AND first_id < $1 ORDER BY first_id LIMIT $2))`,
      [leastIdAt(before.getTime()), limit],
    );
    return rowCount ?? 0;
  });
}

/** Traces that nobody takes any more, by a clock that may differ from this one's. */
export function trimTraces(pool: pg.Pool, expiredBefore: Date, limit: number): Promise<Trimmed> {
  return alone(pool, async (client) => {
    const { rowCount } = await client.query(
      `DELETE FROM consumed_trace WHERE id = ANY
        (ARRAY(SELECT id FROM consumed_trace WHERE expires_at < $1 ORDER BY expires_at LIMIT $2))`,
      [expiredBefore, limit],
    );
    return rowCount ?? 0;
  });
}

/** In a transaction of its own, unless another process is in one. */
async function alone(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<number>): Promise<Trimmed> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      lockName,
    ]);
    return rows[0]!.mine ? work(client) : undefined;
  });
}
