import { readCursor } from './page.ts';

/** Writes the key of a list that is ordered by several columns as the text of a cursor. */
export function compositeKey(key: readonly (string | number)[]): string {
  return JSON.stringify(key);
}

/** Reads the cursor of such a list; undefined = from the beginning. `isKey` says whether the list has keys of this form. */
export function readCompositeCursor<Key extends readonly (string | number)[]>(
  cursor: string | undefined,
  isKey: (key: readonly unknown[]) => key is Key,
): Key | undefined {
  let found: Key | undefined;
  readCursor(cursor, (text) => {
    const key = parse(text);
    if (!Array.isArray(key) || !isKey(key) || compositeKey(key) !== text) return false;
    // PostgreSQL has no U+0000, which JSON writes without it.
    if (key.some((part) => typeof part === 'string' && part.includes('\0'))) return false;
    found = key;
    return true;
  });
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
