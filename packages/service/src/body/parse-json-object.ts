import { isUtf8 } from 'node:buffer';
import { checkJsonSize, type JsonLimits } from './check-json-size.ts';
import { errors } from '../errors/errors.ts';

/** A JSON object with members of any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses the body as a JSON object; an empty one reads as `{}` (decisions §1.4), and a byte order mark in front of it is ignored, as RFC 8259
 * allows. Otherwise stricter than JSON.parse: bytes that are not UTF-8 are an error instead of replacement characters, and JSON that is too
 * large when parsed is refused. Throws errors.invalidJson, errors.bodyNotObject, errors.bodyTooDeep or errors.bodyHoldsTooMuch.
 */
export function parseJsonObject(body: Buffer, limits?: JsonLimits): JsonObject {
  const bytes = withoutMark(body);
  if (bytes.length === 0) return {};
  checkJsonSize(bytes, limits);
  const value = parse(bytes);
  if (!isJsonObject(value)) throw errors.bodyNotObject;
  return value;
}

/** Returns whether a parsed JSON value is an object: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes a byte order mark (U+FEFF, EF BB BF in UTF-8), which many Windows programs write in front of a text. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function parse(bytes: Buffer): unknown {
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString());
  } catch {
    // The parser's message would quote the body.
  }
  throw errors.invalidJson;
}
