import type { JsonObject } from '@bunting/service';

/** What a character can grow to in JSON, `\u0000`; and what a number, a word or a separator takes at most. */
const bytesPerUnit = 6;
const bytesPerScalar = 32;

/**
 * Whether the JSON of an object, without spaces, has at most `maxBytes`. Looks at no more than that, and takes no more stack
 * however deep it is.
 */
export function isJsonWithin(given: JsonObject, maxBytes: number): boolean {
  return isPlainAndSmall(given, maxBytes) || measure(given, maxBytes) <= maxBytes;
}

/** The usual case, told by the lengths of its members alone: nothing lies deeper, and the worst they could be is little. */
function isPlainAndSmall(given: JsonObject, maxBytes: number): boolean {
  let most = 2;
  for (const name in given) {
    const value = given[name];
    if (typeof value === 'object' && value !== null) return false;
    most += bytesPerScalar + bytesPerUnit * (name.length + (typeof value === 'string' ? value.length : 0));
    if (most > maxBytes) return false;
  }
  return most <= maxBytes;
}

/** The number of bytes, or any larger number than `maxBytes`. */
function measure(given: unknown, maxBytes: number): number {
  const left: unknown[] = [given];
  let bytes = 0;
  while (left.length > 0 && bytes <= maxBytes) {
    const value = left.pop();
    if (Array.isArray(value)) {
      bytes += 2 + Math.max(value.length - 1, 0);
      if (bytes <= maxBytes) for (const entry of value as unknown[]) left.push(entry);
    } else if (typeof value === 'object' && value !== null) {
      const names = Object.keys(value);
      bytes += 2 + Math.max(names.length - 1, 0) + names.length;
      for (const name of names) {
        if (bytes > maxBytes) break;
        bytes += bytesOf(name, maxBytes);
        left.push((value as Record<string, unknown>)[name]);
      }
    } else {
      bytes += bytesOf(value, maxBytes);
    }
  }
  return bytes;
}

function bytesOf(scalar: unknown, maxBytes: number): number {
  if (typeof scalar === 'string' && scalar.length > maxBytes) return scalar.length;
  return Buffer.byteLength(JSON.stringify(scalar));
}
