import { newId, storableText } from '@bunting/database';
import { createCopyRows, encodeField, uuidBytes } from '@bunting/database/copy';
import type { VerifiedTrace } from '@bunting/evaluation-trace';
import { storableEventId, storableName } from './stored-text.ts';

/** An event to be stored. */
export interface NewEvent {
  readonly event: string;
  /** UUIDs. */
  readonly variableId: string;
  readonly variationId: string;
  /** The key by which the user counts among the monthly active; undefined = anonymous. */
  readonly userKey: string | undefined;
  readonly value: number | undefined;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly eventId: string | undefined;
  /** Its signature is verified; whether another event has used it is known when the event is stored. */
  readonly trace?: VerifiedTrace;
}

export interface EventRow {
  readonly event: NewEvent;
  /** This event consumes its trace. */
  readonly isVerified: boolean;
}

export const copyEvents = `COPY stored_event (id, environment_id, variable_id, variation_id, event, user_key, value, \
occurred_at, event_id, evaluation_trace_verified) FROM STDIN (FORMAT binary)`;
const eventColumns = 10;
const expectedEventBytes = 256;

/** Encodes events for `copyEvents`; the first event gets the batch's id. */
export function encodeEvents(batchId: string, environmentId: string, rows: readonly EventRow[]): Buffer {
  const copied = createCopyRows(eventColumns, rows.length * expectedEventBytes);
  const id = encodeField(uuidBytes(batchId));
  const idsOf = cacheIds(environmentId);
  rows.forEach(({ event, isVerified }, index) => {
    const name = storableName(event.event);
    const userKey = event.userKey === undefined ? undefined : storableText(event.userKey);
    const eventId = event.eventId === undefined ? undefined : storableEventId(event.eventId);
    copied.begin(name.length + (userKey?.length ?? 0) + (eventId?.length ?? 0));
    writeIndex(id, index);
    copied.fields(id);
    copied.fields(idsOf(event.variableId, event.variationId));
    copied.text(name);
    copied.text(userKey);
    copied.float(event.value);
    copied.moment(event.occurredAt);
    copied.text(eventId);
    copied.boolean(isVerified);
  });
  return copied.end();
}

/** A batch has ids for at most 2^20 events; the largest body that may be configured holds fewer. */
const indexDigits = 5;
const prefixCharacters = 36 - indexDigits;

/** Returns the id of the first event of a batch: a UUIDv7 whose last 20 bits are left to the events' positions. */
export function newBatchId(): string {
  return eventIdAt(newId(), 0);
}

/** Returns the id of an event. Ids of a batch follow each other, and no other batch has an id between them. */
export function eventIdAt(batchId: string, index: number): string {
  return batchId.slice(0, prefixCharacters) + index.toString(16).padStart(indexDigits, '0');
}

/** Writes the id as `eventIdAt` does: the index is in the last 20 bits. */
function writeIndex(idField: Buffer, index: number): void {
  const end = idField.length;
  idField.writeUInt16BE(index & 0xffff, end - 2);
  idField[end - 3] = (idField[end - 3]! & 0xf0) | (index >>> 16);
}

/** Encodes environment, variable and variation once for each combination: there are few of them in many rows. */
function cacheIds(environmentId: string): (variableId: string, variationId: string) => Buffer {
  const environment = uuidBytes(environmentId);
  const known = new Map<string, Map<string, Buffer>>();
  return (variableId, variationId) => {
    let ofVariable = known.get(variableId);
    if (ofVariable === undefined) known.set(variableId, (ofVariable = new Map<string, Buffer>()));
    let fields = ofVariable.get(variationId);
    if (fields === undefined) {
      fields = encodeField(environment, uuidBytes(variableId), uuidBytes(variationId));
      ofVariable.set(variationId, fields);
    }
    return fields;
  };
}

export const copyReceipts = 'COPY event_receipt (key) FROM STDIN (FORMAT binary)';
const receiptBytes = 2 + 4 + 16;

/** Encodes receipts for `copyReceipts`. */
export function encodeReceipts(keys: readonly string[]): Buffer {
  const copied = createCopyRows(1, keys.length * receiptBytes);
  const field = encodeField(new Uint8Array(16));
  for (const key of keys) {
    field.write(key, 4, 'hex');
    copied.begin(0);
    copied.fields(field);
  }
  return copied.end();
}

export const copyTraces = 'COPY consumed_trace (id, expires_at) FROM STDIN (FORMAT binary)';
const traceBytes = 2 + 4 + 16 + 4 + 8;

/** Encodes traces for `copyTraces`. */
export function encodeTraces(traces: readonly { readonly id: string; readonly expiresAt: Date }[]): Buffer {
  const copied = createCopyRows(2, traces.length * traceBytes);
  for (const { id, expiresAt } of traces) {
    copied.begin(0);
    copied.fields(encodeField(uuidBytes(id)));
    copied.moment(expiresAt.getTime());
  }
  return copied.end();
}
