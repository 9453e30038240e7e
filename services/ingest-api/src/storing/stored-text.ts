import { hash } from 'node:crypto';

/** U+0000, which PostgreSQL's text cannot store, becomes U+FFFD; lone surrogates do so when they are encoded as UTF-8. */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\u{fffd}') : text;
}

const uuidStart = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const uuidCharacters = 36;

/**
 * The key of an event_id's receipt: 128 bits as 32 hexadecimal digits. It hides no secret, but it must be infeasible to find
 * two ids with one key. If the id is a UUID, the key begins with the id's first 48 bits, which are the time in a UUIDv7:
 * such keys arrive in order, so that the index is written at its end instead of at random.
 */
export function receiptKeyOf(environmentId: string, eventId: string): string {
  const digest = hash('sha256', `${environmentId}/${storableText(eventId)}`, 'hex');
  if (eventId.length !== uuidCharacters || !uuidStart.test(eventId)) return digest.slice(0, 32);
  return eventId.slice(0, 8) + eventId.slice(9, 13) + digest.slice(0, 20);
}

/** What identifies the name of an event: 128 bits as 32 hexadecimal digits, of the name as PostgreSQL stores it. */
export function eventNameHash(name: string): string {
  return hash('sha256', storableText(name).toWellFormed(), 'hex').slice(0, 32);
}

/** SQL that computes `eventNameHash` of a column. */
export const eventNameHashSql = (column: string) =>
  `encode(substring(sha256(convert_to(${column}, 'UTF8')) FROM 1 FOR 16), 'hex')`;
