import { errors } from '../errors/errors.ts';

/** How much a body may contain. */
export interface JsonLimits {
  /** Lists and objects, and as many members of objects. */
  readonly maxParts: number;
}

/** Deeper than any document that the services accept. */
const maxDepth = 100;

/**
 * A list or an object needs fifty bytes of memory and more for three bytes of the body; a member with a name of its own a hundred and
 * more. This many of either need some 15 MB.
 */
const defaultLimits: JsonLimits = { maxParts: 100_000 };

const quote = 0x22;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Refuses JSON whose parsed form would need far more memory than the text, before it is parsed. Looks at each byte once, and keeps
 * nothing. It does not check whether the text is JSON; the parser does. Throws errors.bodyTooDeep and errors.bodyHoldsTooMuch.
 */
export function checkJsonSize(bytes: Buffer, { maxParts } = defaultLimits): void {
  // A shorter text cannot be too deep, nor contain too much.
  if (bytes.length <= maxDepth) return;
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
      if (depth > maxDepth) throw errors.bodyTooDeep(maxDepth);
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    }
  }
  if (containers > maxParts || members > maxParts) throw errors.bodyHoldsTooMuch(maxParts);
}

/** The index of the quote that ends the text; the length, if there is none. */
function endOfText(bytes: Buffer, from: number): number {
  for (let index = from; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) return index;
    if (byte === backslash) index += 1;
  }
  return bytes.length;
}
