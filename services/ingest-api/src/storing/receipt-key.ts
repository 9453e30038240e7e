import { hash } from 'node:crypto';
import { storable } from './storable.ts';

const uuidStart = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const uuidCharacters = 36;

/**
 * The key of an event_id's receipt: 128 bits as 32 hexadecimal digits. It hides no secret; it has to be one for each pair
 * that nobody can find a second id to. Where the id is a UUID its first 48 bits lead, which are the time in a UUIDv7: such
 * keys arrive in order, and the index is written at its end instead of all over.
 */
export function receiptKeyOf(environmentId: string, eventId: string): string {
  const digest = hash('sha256', `${environmentId}/${storable(eventId)}`, 'hex');
  if (eventId.length !== uuidCharacters || !uuidStart.test(eventId)) return digest.slice(0, 32);
  return eventId.slice(0, 8) + eventId.slice(9, 13) + digest.slice(0, 20);
}
