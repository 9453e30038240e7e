import type { JsonObject } from '@bunting/service';

/** The longest that JSON writes for one UTF-16 unit, `\u0000`, and for a number, `false` or `null` with its separators. */
const bytesPerUnit = 6;
const bytesPerScalar = 32;

/**
 * Returns whether the JSON of an object, without spaces, has more than `maxBytes`. It stops measuring beyond them, and does not
 * recurse: a deep object must not overflow the stack.
 */
export function exceedsJsonLimit(given: JsonObject, maxBytes: number): boolean {
  return !isPlainAndSmall(given, maxBytes) && measure(given, maxBytes) > maxBytes;
}

/**
 * Returns true in the usual case, decided by the lengths of the members alone: no member is nested, and their upper bound is
 * below the limit.
 */
function isPlainAndSmall(given: JsonObject, maxBytes: number): boolean {
  let upperBound = 2;
  for (const name in given) {
    const value = given[name];
    if (typeof value === 'object' && value !== null) return false;
    upperBound +=
      bytesPerScalar + bytesPerUnit * (name.length + (typeof value === 'string' ? value.length : 0));
    if (upperBound > maxBytes) return false;
  }
  return upperBound <= maxBytes;
}

/** Returns the number of bytes, or any larger number than `maxBytes`. */
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
