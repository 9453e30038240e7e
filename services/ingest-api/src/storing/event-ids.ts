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
