import { errors } from '../errors/errors.ts';
import { measureJson } from './measure-json.ts';

/** How much a body may hold. */
export interface JsonLimits {
  /** Lists and objects, and as many members of objects. */
  readonly maxParts: number;
}

/** Deeper than anything that is evaluated, stored or told. */
const deepest = 100;

const usual: JsonLimits = { maxParts: 100_000 };

/** What a value may take in memory for each byte of its JSON, and beyond that. */
const maxBytesPerByte = 8;
const freeBytes = 2 * 1024 * 1024;
/** The worst there is takes 31 bytes a byte, so that shorter bodies stay below that. */
const shortestMeasured = 64 * 1024;

const quote = 0x22;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Refuses JSON that would cost far more to read than it has bytes, before it is read: one look at each byte. Whether it is JSON at
 * all is for the parser to say. Throws errors.bodyTooDeep, errors.bodyHoldsTooMuch and errors.bodyTooDense.
 */
export function checkJsonSize(bytes: Buffer, { maxParts } = usual): void {
  if (bytes.length < shortestMeasured) {
    checkDepth(bytes);
    return;
  }
  const measure = measureJson(bytes, deepest);
  if (measure === undefined) throw errors.bodyTooDeep(deepest);
  const { containers, members, cost } = measure;
  if (containers > maxParts || members > maxParts) throw errors.bodyHoldsTooMuch(maxParts);
  if (cost > maxBytesPerByte * bytes.length + freeBytes) throw errors.bodyTooDense;
}

function checkDepth(bytes: Buffer): void {
  // What is this short has not so many brackets.
  if (bytes.length <= deepest) return;
  let depth = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    // Most bytes are none of these, and most of those that are begin a text.
    if (byte === quote) {
      index = endOfText(bytes, index + 1);
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > deepest) throw errors.bodyTooDeep(deepest);
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    }
  }
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
