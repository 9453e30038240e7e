/** Bytes of a slug in either case (contract: `[a-z0-9][a-z0-9._-]{0,99}`), as their lower-case form; 0: no such byte. */
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
 * What a call's literal must look like to be taken for a key. Wider than a slug, so that keys which no project of
 * ours could have are reported as unknown instead of not at all; substitutions and sentences never fit.
 */
const capturedKey = /^[A-Za-z0-9_][A-Za-z0-9._:/-]{0,199}$/;

/** Keys compare without case (contract §2.1), so they are lower-cased where they are taken. */
export function keyFrom(literal: string): string | undefined {
  return capturedKey.test(literal) ? literal.toLowerCase() : undefined;
}
