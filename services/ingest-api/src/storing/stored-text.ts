import { hash } from 'node:crypto';
import { shortStorableText } from '@bunting/database';

/** The most that the contract allows, and the column holds. */
export const maxEventIdCharacters = 200;

/** Returns an event_id as it is stored. */
export function storableEventId(eventId: string): string {
  return shortStorableText(eventId, maxEventIdCharacters);
}

const uuidStart = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const uuidCharacters = 36;

/**
 * Returns the key of an event_id's receipt: 128 bits as 32 hexadecimal digits. It hides no secret, but it must be infeasible
 * to find two ids with one key. If the id is a UUID, the key begins with the id's first 48 bits, which are the time in a
 * UUIDv7: such keys arrive in order, so that the index is written at its end instead of at random.
 */
export function createReceiptKey(environmentId: string, eventId: string): string {
  return createStoredReceiptKey(environmentId, storableEventId(eventId));
}

/**
 * Returns the key for an event_id as it is stored: retention finds the receipt of a row, of whichever release, by its columns.
 */
export function createStoredReceiptKey(environmentId: string, eventId: string): string {
  const digest = hash('sha256', `${environmentId}/${eventId}`, 'hex');
  if (eventId.length !== uuidCharacters || !uuidStart.test(eventId)) return digest.slice(0, 32);
  return eventId.slice(0, 8) + eventId.slice(9, 13) + digest.slice(0, 20);
}

/** The most that a name of an event has (decisions §3): the roll-up shortens longer ones. */
export const maxNameCharacters = 200;

/** Returns the name of an event as it is stored. */
export function storableName(name: string): string {
  return shortStorableText(name, maxNameCharacters);
}

/**
 * Returns the hash that identifies the name of an event: 128 bits as 32 hexadecimal digits, of the name as PostgreSQL
 * stores it.
 */
export function eventNameHash(name: string): string {
  return hash('sha256', storableName(name), 'hex').slice(0, 32);
}

/** Returns SQL that computes `eventNameHash` of a column. */
export const eventNameHashSql = (column: string) =>
  `encode(substring(sha256(convert_to(${column}, 'UTF8')) FROM 1 FOR 16), 'hex')`;
