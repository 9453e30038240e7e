import { isUtf8 } from 'node:buffer';
import { checkJsonSize, type JsonLimits } from './check-json-size.ts';
import { errors } from '../errors/errors.ts';

/** A JSON object with members of any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The body as a JSON object; an empty one reads as `{}` (decisions §1.4). Stricter than JSON.parse: bytes that
 * are not UTF-8 are an error instead of replacement characters, and JSON that is too large when parsed is refused. Throws
 * errors.invalidJson, errors.bodyNotObject, errors.bodyTooDeep or errors.bodyHoldsTooMuch.
 */
export function parseJsonObject(bytes: Buffer, limits?: JsonLimits): JsonObject {
  if (bytes.length === 0) return {};
  checkJsonSize(bytes, limits);
  const value = parse(bytes);
  if (!isJsonObject(value)) throw errors.bodyNotObject;
  return value;
}

/** Whether a parsed JSON value is an object: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(bytes: Buffer): unknown {
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString());
  } catch {
    // The parser's message would quote the body.
  }
  throw errors.invalidJson;
}
