import type { JsonObject } from '@bunting/http';

/** What a character can grow to in JSON, `\\u0000`; and what a number, a word or a separator takes at most, with room to spare. */
const bytesPerUnit = 6;
const bytesPerScalar = 32;

/**
 * Whether the JSON of an object could have more than `maxBytes`: false is certain, and costs a look at its members alone, true
 * has to be found out. Objects and lists within it are not looked into.
 */
export function mayBeLonger(given: JsonObject, maxBytes: number): boolean {
  let most = 2;
  for (const name in given) {
    const value = given[name];
    if (typeof value === 'object' && value !== null) return true;
    most += bytesPerScalar + bytesPerUnit * (name.length + (typeof value === 'string' ? value.length : 0));
    if (most > maxBytes) return true;
  }
  return false;
}
