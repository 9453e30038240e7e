/** Bytes of a slug in either case (contract: `[a-z0-9][a-z0-9._-]{0,99}`), as their lower-case form; 0 for other bytes. */
export const slugBytes = byteTable('abcdefghijklmnopqrstuvwxyz0123456789._-');
export const maxSlugLength = 100;

/** Bytes of an identifier in any of the languages. */
export const identifierBytes = byteTable('abcdefghijklmnopqrstuvwxyz0123456789_$');

function byteTable(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) {
    table[character.charCodeAt(0)] = character.charCodeAt(0);
    table[character.toUpperCase().charCodeAt(0)] = character.charCodeAt(0);
  }
  return table;
}

/**
 * The literals of calls that are taken for keys. This is wider than a slug, so that a key which no project can have is
 * reported as unknown. It excludes substitutions and sentences.
 */
const capturedKey = /^[A-Za-z0-9_][A-Za-z0-9._:/-]{0,199}$/;

/**
 * Returns the literal as a key, lower-cased, because keys are case-insensitive (contract §2.1); undefined if it is
 * none.
 */
export function keyFrom(literal: string): string | undefined {
  return capturedKey.test(literal) ? literal.toLowerCase() : undefined;
}

const endpoint = '/v1/variables/';
const maxKeyInUrl = 300;

/** Finds the keys in addresses of the evaluation endpoint, `/v1/variables/{key}` (contract §4.1). `offsets` are those of `/v1/`. */
export function findUrls(bytes: Buffer, offsets: readonly number[]): { key: string; offset: number }[] {
  const found = [];
  for (const at of offsets) {
    const text = bytes.toString('latin1', at, at + endpoint.length + maxKeyInUrl);
    if (!text.startsWith(endpoint)) continue;
    const rest = text.slice(endpoint.length);
    const [segment = ''] = /^[\w.%-]*/.exec(rest) ?? [];
    const next = rest[segment.length];
    // A segment before a substitution, a placeholder or another segment is only a part of the key.
    if (segment === '' || (next !== undefined && !/[\s"'`?#&,;)\]}<>|\\]/.test(next))) continue;
    const key = decodeKey(segment.replace(/\.+$/, ''));
    if (key !== undefined) found.push({ key, offset: at + endpoint.length });
  }
  return found;
}

function decodeKey(segment: string): string | undefined {
  try {
    return keyFrom(decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}
