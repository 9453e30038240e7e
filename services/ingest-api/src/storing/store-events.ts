import type pg from 'pg';
import { copyIn } from '@bunting/database/copy';
import type { VerifiedTrace } from '@bunting/evaluation-trace';
import {
  copyEvents,
  copyReceipts,
  copyTraces,
  encodeEvents,
  encodeReceipts,
  encodeTraces,
  eventIdAt,
  newBatchId,
  type EventRow,
  type NewEvent,
} from './event-rows.ts';
import { createReceiptKey } from './stored-text.ts';

export interface StoredCounts {
  readonly accepted: number;
  readonly duplicates: number;
  readonly verified: number;
}

/** An event with the key of its receipt; undefined if it has no event_id. */
interface KeyedEvent {
  readonly event: NewEvent;
  readonly key: string | undefined;
}

/**
 * Stores the events that are not stored yet, in one transaction (ADR 9). It resolves when the transaction is committed. When it
 * rejects with an error of PostgreSQL, nothing is stored; with any other error the outcome is unknown, and repeating is safe
 * for events with an id.
 *
 * It assumes first that none of the events is stored, which is nearly always true, and uses COPY, which is the fastest. If an
 * event_id or a trace exists already, COPY fails and stores nothing; then each event is checked before it is stored.
 */
export async function storeEvents(
  client: pg.ClientBase,
  environmentId: string,
  events: readonly NewEvent[],
): Promise<StoredCounts> {
  const fresh = withoutRepeats(environmentId, events);
  const keys = keysOf(fresh);
  const traces = tracesOf(fresh);
  let rows = rowsOf(fresh, new Set(traces.map(({ id }) => id)));
  try {
    const before = [
      ...(keys.length > 0 ? [{ text: copyReceipts, content: encodeReceipts(keys) }] : []),
      ...(traces.length > 0 ? [{ text: copyTraces, content: encodeTraces(traces) }] : []),
    ];
    await write(client, environmentId, rows, before);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    rows = await storeUnknown(client, environmentId, fresh);
  }
  return {
    accepted: rows.length,
    duplicates: events.length - rows.length,
    verified: rows.filter(({ isVerified }) => isVerified).length,
  };
}

/** Stores the events whose receipts do not exist, in a transaction of its own, and returns the rows that it stored. */
async function storeUnknown(
  client: pg.ClientBase,
  environmentId: string,
  fresh: readonly KeyedEvent[],
): Promise<EventRow[]> {
  await client.query('BEGIN');
  const claimed = await claimReceipts(client, keysOf(fresh));
  const unstored = fresh.filter(({ key }) => key === undefined || claimed.has(key));
  const consumed = await consumeTraces(client, tracesOf(unstored)); // A duplicate consumes no trace (decisions §1.5).
  const rows = rowsOf(unstored, consumed);
  if (rows.length > 0) await write(client, environmentId, rows);
  await client.query('COMMIT');
  return rows;
}

/** Returns the keys that were new. Waits for transactions that are storing the same keys. */
async function claimReceipts(client: pg.ClientBase, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>({
    name: 'claim-receipts',
    text: `INSERT INTO event_receipt (key) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING
      RETURNING replace(key::text, '-', '') AS key`,
    values: [keys],
  });
  return new Set(rows.map(({ key }) => key));
}

async function consumeTraces(
  client: pg.ClientBase,
  traces: readonly VerifiedTrace[],
): Promise<ReadonlySet<string>> {
  if (traces.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>({
    name: 'consume-traces',
    text: `INSERT INTO consumed_trace (id, expires_at) SELECT * FROM unnest($1::uuid[], $2::timestamptz[])
      ON CONFLICT DO NOTHING RETURNING replace(id::text, '-', '') AS id`,
    values: [traces.map(({ id }) => id), traces.map(({ expiresAt }) => expiresAt)],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Writes the events and their batch, after the copies in `before`, in one round trip: one transaction of its own unless one is open. */
async function write(
  client: pg.ClientBase,
  environmentId: string,
  rows: readonly EventRow[],
  before: readonly { text: string; content: Buffer }[] = [],
): Promise<void> {
  const batchId = newBatchId();
  const ids = [batchId, eventIdAt(batchId, rows.length - 1), environmentId];
  await copyIn(
    client,
    [
      ...before.map(({ text }) => text),
      copyEvents,
      `INSERT INTO event_batch (first_id, last_id, environment_id) VALUES ('${ids.join("', '")}')`,
    ],
    [...before.map(({ content }) => [content]), [encodeEvents(batchId, environmentId, rows)]],
  );
}

/** Removes repeats: of several events of a request with one id the first stays (contract §4.3 rule 4). */
function withoutRepeats(environmentId: string, events: readonly NewEvent[]): KeyedEvent[] {
  const seen = new Set<string>();
  const fresh: KeyedEvent[] = [];
  for (const event of events) {
    const key = event.eventId === undefined ? undefined : createReceiptKey(environmentId, event.eventId);
    if (key !== undefined && seen.size === seen.add(key).size) continue;
    fresh.push({ event, key });
  }
  return fresh;
}

/** Returns the keys, sorted, so that two transactions lock the same keys in the same order and cannot deadlock. */
function keysOf(events: readonly KeyedEvent[]): string[] {
  const keys: string[] = [];
  for (const { key } of events) if (key !== undefined) keys.push(key);
  return keys.toSorted();
}

/** Returns each trace once, sorted for the same reason. */
function tracesOf(events: readonly KeyedEvent[]): VerifiedTrace[] {
  const traces = new Map<string, VerifiedTrace>();
  for (const { event } of events) if (event.trace !== undefined) traces.set(event.trace.id, event.trace);
  return [...traces.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the rows. The first event with a consumable trace consumes it, and is verified. */
function rowsOf(events: readonly KeyedEvent[], consumable: ReadonlySet<string>): EventRow[] {
  const unconsumed = new Set(consumable);
  return events.map(({ event }) => ({
    event,
    isVerified: event.trace !== undefined && unconsumed.delete(event.trace.id),
  }));
}

function isDuplicateKey(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505';
}
