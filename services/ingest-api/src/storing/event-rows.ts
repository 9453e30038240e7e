import { createCopyRows, fieldOf, uuidBytes } from './copy-rows.ts';
import type { NewEvent } from './new-event.ts';
import { storable } from './storable.ts';

export interface EventRow {
  readonly event: NewEvent;
  /** It is the one that uses its trace up. */
  readonly isVerified: boolean;
}

export const copyEvents = `COPY stored_event (id, environment_id, variable_id, variation_id, event, user_key, value, \
occurred_at, event_id, evaluation_trace_verified) FROM STDIN (FORMAT binary)`;
const eventColumns = 10;
const expectedEventBytes = 256;

/** Content for `copyEvents`; the first event gets the batch's id. */
export function encodeEvents(batchId: string, environmentId: string, rows: readonly EventRow[]): Buffer {
  const copied = createCopyRows(eventColumns, rows.length, expectedEventBytes);
  const id = fieldOf(uuidBytes(batchId));
  const idsOf = rememberIds(environmentId);
  rows.forEach(({ event, isVerified }, place) => {
    const name = storable(event.event);
    const userKey = event.userKey === undefined ? undefined : storable(event.userKey);
    const eventId = event.eventId === undefined ? undefined : storable(event.eventId);
    copied.begin(name.length + (userKey?.length ?? 0) + (eventId?.length ?? 0));
    writePlace(id, place);
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

/** `eventIdAt` in bytes: the place is in the last 20 bits. */
function writePlace(idField: Buffer, place: number): void {
  const end = idField.length;
  idField.writeUInt16BE(place & 0xffff, end - 2);
  idField[end - 3] = (idField[end - 3]! & 0xf0) | (place >>> 16);
}

/** Environment, variable and variation: few of them stand in many rows. */
function rememberIds(environmentId: string): (variableId: string, variationId: string) => Buffer {
  const environment = uuidBytes(environmentId);
  const known = new Map<string, Map<string, Buffer>>();
  return (variableId, variationId) => {
    let ofVariable = known.get(variableId);
    if (ofVariable === undefined) known.set(variableId, (ofVariable = new Map<string, Buffer>()));
    let fields = ofVariable.get(variationId);
    if (fields === undefined) {
      fields = fieldOf(environment, uuidBytes(variableId), uuidBytes(variationId));
      ofVariable.set(variationId, fields);
    }
    return fields;
  };
}

export const copyReceipts = 'COPY event_receipt (key) FROM STDIN (FORMAT binary)';
const receiptBytes = 2 + 4 + 16;

/** Content for `copyReceipts`. */
export function encodeReceipts(keys: readonly string[]): Buffer {
  const copied = createCopyRows(1, keys.length, receiptBytes);
  const field = fieldOf(new Uint8Array(16));
  for (const key of keys) {
    field.write(key, 4, 'hex');
    copied.begin(0);
    copied.fields(field);
  }
  return copied.end();
}

export const copyTraces = 'COPY consumed_trace (id, expires_at) FROM STDIN (FORMAT binary)';
const traceBytes = 2 + 4 + 16 + 4 + 8;

/** Content for `copyTraces`. */
export function encodeTraces(traces: readonly { readonly id: string; readonly expiresAt: Date }[]): Buffer {
  const copied = createCopyRows(2, traces.length, traceBytes);
  for (const { id, expiresAt } of traces) {
    copied.begin(0);
    copied.fields(fieldOf(uuidBytes(id)));
    copied.moment(expiresAt.getTime());
  }
  return copied.end();
}
