import { hash } from 'node:crypto';

/**
 * U+0000 and halves of surrogate pairs, which PostgreSQL or UTF-8 cannot store, and a U+FFFD in front of a possible escape. The first
 * alternative matches a whole pair, so that its halves do not count.
 */
const special = /[\ud800-\udbff][\udc00-\udfff]|[\0\ud800-\udfff]|\ufffd(?=0000|d[89a-f][\da-f]{2}|fff[df])/g;

/**
 * Returns a text that PostgreSQL stores and UTF-8 encodes as it is, a different one for each text: U+0000 and a half of a surrogate pair
 * become U+FFFD and the four digits of their code. All other texts stay as they are, also those with a U+FFFD, unless four digits
 * follow it that would make it an escape.
 *
 * For every text that identifies something and that others choose. Both stores would otherwise refuse such texts or make
 * them one: Node.js encodes each half of a pair as U+FFFD.
 */
export function storableText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0') && !text.includes('\ufffd')) return text;
  return text.replace(special, (found) =>
    found.length === 2 ? found : `\ufffd${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Escapes a text of at most `maxCharacters` for a column of that length. If escapes would make it longer it becomes U+FFFD, `ffff` and its
 * SHA-256, which no other text becomes.
 */
export function shortStorableText(text: string, maxCharacters: number): string {
  const stored = storableText(text);
  if (stored.length <= maxCharacters || stored === text || Array.from(stored).length <= maxCharacters) {
    return stored;
  }
  return `\ufffdffff${hash('sha256', stored)}`;
}
