import type pg from 'pg';
import type { VerifiedTrace } from '@bunting/evaluation-trace';
import { eventIdAt, newBatchId } from './event-ids.ts';
import {
  copyEvents,
  copyReceipts,
  copyTraces,
  encodeEvents,
  encodeReceipts,
  encodeTraces,
  type EventRow,
} from './event-rows.ts';
import type { NewEvent } from './new-event.ts';
import { receiptKeyOf } from './receipt-key.ts';
import { runCopies } from './run-copies.ts';

export interface StoredCounts {
  readonly accepted: number;
  readonly duplicates: number;
  readonly verified: number;
}

/** An event with the key of its receipt; undefined: it has no event_id. */
interface KeyedEvent {
  readonly event: NewEvent;
  readonly key: string | undefined;
}

/**
 * Stores the events that are not stored yet, all in one transaction, whose outcome is what the promise tells (ADR 9). When it
 * rejects with anything but an error of PostgreSQL's, the outcome is not known: repeating is safe for events with an id.
 *
 * First as if nothing were known of these events, which is nearly always true, and COPY is the fastest way in. If an event_id
 * or a trace turns out to be taken, nothing has been stored, and it is done again event by event.
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
    if (!isTaken(error)) throw error;
    rows = await storeOneByOne(client, environmentId, fresh);
  }
  return {
    accepted: rows.length,
    duplicates: events.length - rows.length,
    verified: rows.filter(({ isVerified }) => isVerified).length,
  };
}

/** In its own transaction: what is taken is left out. Gives what was stored. */
async function storeOneByOne(
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

/** Which keys nobody had: waits for others that are storing the same now. */
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

/** Events and their batch, and what goes `before` them, as one message: one transaction of its own unless one is open. */
async function write(
  client: pg.ClientBase,
  environmentId: string,
  rows: readonly EventRow[],
  before: readonly { text: string; content: Buffer }[] = [],
): Promise<void> {
  const batchId = newBatchId();
  const ids = [batchId, eventIdAt(batchId, rows.length - 1), environmentId];
  await runCopies(
    client,
    [
      ...before.map(({ text }) => text),
      copyEvents,
      `INSERT INTO event_batch (first_id, last_id, environment_id) VALUES ('${ids.join("', '")}')`,
    ],
    [...before.map(({ content }) => content), encodeEvents(batchId, environmentId, rows)],
  );
}

/** Repeats of an id in one request collapse to the first (contract §4.3 rule 4). */
function withoutRepeats(environmentId: string, events: readonly NewEvent[]): KeyedEvent[] {
  const seen = new Set<string>();
  const fresh: KeyedEvent[] = [];
  for (const event of events) {
    const key = event.eventId === undefined ? undefined : receiptKeyOf(environmentId, event.eventId);
    if (key !== undefined && seen.size === seen.add(key).size) continue;
    fresh.push({ event, key });
  }
  return fresh;
}

/** In one order in all transactions: two that want the same wait for each other, never in a circle. */
function keysOf(events: readonly KeyedEvent[]): string[] {
  const keys: string[] = [];
  for (const { key } of events) if (key !== undefined) keys.push(key);
  return keys.toSorted();
}

/** Each once, likewise in one order. */
function tracesOf(events: readonly KeyedEvent[]): VerifiedTrace[] {
  const traces = new Map<string, VerifiedTrace>();
  for (const { event } of events) if (event.trace !== undefined) traces.set(event.trace.id, event.trace);
  return [...traces.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The first event with a consumable trace consumes it. */
function rowsOf(events: readonly KeyedEvent[], consumable: ReadonlySet<string>): EventRow[] {
  const left = new Set(consumable);
  return events.map(({ event }) => ({
    event,
    isVerified: event.trace !== undefined && left.delete(event.trace.id),
  }));
}

function isTaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505';
}
