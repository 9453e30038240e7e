import { errors } from '../errors/errors.ts';
import { measureJson } from './measure-json.ts';

/** The limits of a body's content. */
export interface JsonLimits {
  /** Lists and objects, and as many members of objects. */
  readonly maxParts: number;
}

/** Deeper than any document that the services accept. */
const maxDepth = 100;

const defaultLimits: JsonLimits = { maxParts: 100_000 };

/** Memory that a value may need for each byte of its JSON, and in addition to that. */
const maxBytesPerByte = 8;
const freeBytes = 2 * 1024 * 1024;
/** The worst JSON needs 31 bytes of memory for each of its own, so shorter bodies stay below `freeBytes`. */
const minMeasuredBytes = 64 * 1024;

const quote = 0x22;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Refuses JSON whose parsed form would need far more memory than the text, before it is parsed. Looks at each byte once. It does
 * not check whether the text is JSON; the parser does. Throws errors.bodyTooDeep, errors.bodyHoldsTooMuch and errors.bodyTooDense.
 */
export function checkJsonSize(bytes: Buffer, { maxParts } = defaultLimits): void {
  if (bytes.length < minMeasuredBytes) {
    checkDepth(bytes);
    return;
  }
  const measure = measureJson(bytes, maxDepth);
  if (measure === undefined) throw errors.bodyTooDeep(maxDepth);
  const { containers, members, cost } = measure;
  if (containers > maxParts || members > maxParts) throw errors.bodyHoldsTooMuch(maxParts);
  if (cost > maxBytesPerByte * bytes.length + freeBytes) throw errors.bodyTooDense;
}

function checkDepth(bytes: Buffer): void {
  // A shorter text cannot have that many brackets.
  if (bytes.length <= maxDepth) return;
  let depth = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    // Most bytes are none of these, and most that are begin a string.
    if (byte === quote) {
      index = endOfText(bytes, index + 1);
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > maxDepth) throw errors.bodyTooDeep(maxDepth);
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    }
  }
}

/** Returns the index of the quote that ends the string, or the end of the body if there is none. */
function endOfText(bytes: Buffer, from: number): number {
  for (let index = from; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) return index;
    if (byte === backslash) index += 1;
  }
  return bytes.length;
}
