import { newId } from '@bunting/database';

/** In a batch at most 2^20 events find an id; the largest body that may be configured holds fewer. */
const placeDigits = 5;
const lastPrefixCharacter = 36 - placeDigits;

/** The id of the first event of a batch: a UUIDv7 whose last 20 bits are left to the events' places. */
export function newBatchId(): string {
  return eventIdAt(newId(), 0);
}

/** Ids of a batch follow each other, and no other batch's lie between them. */
export function eventIdAt(batchId: string, place: number): string {
  return batchId.slice(0, lastPrefixCharacter) + place.toString(16).padStart(placeDigits, '0');
}

/** The least id of that millisecond: ids of what was taken in before are below. */
export function leastIdAt(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
