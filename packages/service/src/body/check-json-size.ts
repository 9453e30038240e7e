import { errors } from '../errors/errors.ts';

/** How much a body may hold. */
export interface JsonLimits {
  /** Lists and objects, and as many members of objects. */
  readonly maxParts: number;
}

/** Deeper than anything that is evaluated, stored or told. */
const deepest = 100;

/**
 * A list or an object takes fifty bytes of memory and more, and three of the body; a member with a name of its own a hundred and
 * more. So many of either take some 15 MB, whatever the body.
 */
const usual: JsonLimits = { maxParts: 100_000 };

const quote = 0x22;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Refuses JSON that would cost far more to read than it has bytes, before it is read: one look at each byte, and nothing
 * is kept. Whether it is JSON at all is for the parser to say. Throws errors.bodyTooDeep and errors.bodyHoldsTooMuch.
 */
export function checkJsonSize(bytes: Buffer, { maxParts } = usual): void {
  // What is this short has not so many brackets.
  if (bytes.length <= deepest) return;
  let depth = 0;
  let containers = 0;
  let members = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    // Most bytes are none of these, and most of those that are begin a text.
    if (byte === quote) {
      index = endOfText(bytes, index + 1);
    } else if (byte === colon) {
      members += 1;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      containers += 1;
      if (depth > deepest) throw errors.bodyTooDeep(deepest);
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    }
  }
  if (containers > maxParts || members > maxParts) throw errors.bodyHoldsTooMuch(maxParts);
}

/** Where the quote stands that ends the text; the end, if none does. */
function endOfText(bytes: Buffer, from: number): number {
  for (let index = from; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) return index;
    if (byte === backslash) index += 1;
  }
  return bytes.length;
}
