import { leastIdAt } from '@bunting/database';
import { dayMs, removeOldest, type Remove, type Retention } from '@bunting/retention';
import { createStoredReceiptKey } from './storing/stored-text.ts';

/** More than the clocks of two machines differ: a trace may be removed only when it has expired by the clock of every process. */
const traceGraceMs = 60 * 60 * 1000;

/** Returns the retentions of stored events; `eventDays` counts from the time of ingest. */
export function createRetentions(eventDays: number | undefined): Retention[] {
  const keepMs = eventDays === undefined ? undefined : eventDays * dayMs;
  return [
    {
      rows: 'consumed_traces',
      keepMs: traceGraceMs,
      remove: removeOldest({ table: 'consumed_trace', time: 'expires_at' }),
    },
    { rows: 'events', keepMs, remove: removeEvents },
    { rows: 'event_batches', keepMs, remove: removeBatches },
  ];
}

/** Removes the events with their receipts. */
export const removeEvents: Remove = async (client, before, limit) => {
  const { rows } = await client.query<{ environment_id: string; event_id: string | null }>(
    `DELETE FROM stored_event
      WHERE id = ANY (ARRAY(SELECT id FROM stored_event WHERE id < $1 ORDER BY id LIMIT $2))
      RETURNING environment_id, event_id`,
    [leastIdAt(before), limit],
  );
  const keys = rows.flatMap(({ environment_id: environmentId, event_id: eventId }) =>
    eventId === null ? [] : [createStoredReceiptKey(environmentId, eventId)],
  );
  await client.query('DELETE FROM event_receipt WHERE key = ANY ($1::uuid[])', [keys.toSorted()]);
  return rows.length;
};

/** Removes the batches whose events have been removed, whether or not the roll-up has read them. */
const removeBatches: Remove = async (client, before, limit) => {
  const { rowCount } = await client.query(
    `DELETE FROM event_batch WHERE first_id = ANY
      (ARRAY(SELECT first_id FROM event_batch WHERE last_id < $1 AND first_id < $1 ORDER BY first_id LIMIT $2))`,
    [leastIdAt(before), limit],
  );
  return rowCount ?? 0;
};
