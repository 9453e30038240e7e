import { withAddress, type Caller } from '@bunting/environments';
import { createReread, readContext, type EvaluationContext } from '@bunting/evaluator';
import { errors, isJsonObject, type JsonObject } from '@bunting/service';

/**
 * Contract §2.2: absent, null and empty are anonymous; anything else that is no object is an error. `bytes` are the body as it was sent, which
 * has the digits of long numbers.
 */
export function readUser(body: JsonObject, caller: Caller, bytes: Buffer): EvaluationContext {
  const user = body['user'];
  if (user !== undefined && user !== null && !isJsonObject(user)) throw errors.userNotObject;
  const reread = rereadBody(bytes);
  return readContext(withAddress(user, caller), () => reread()['user'] as JsonObject);
}

/** Returns a function that reads the body once more, with the digits of long numbers. */
export function rereadBody(bytes: Buffer): () => JsonObject {
  return createReread(() => bytes.toString()) as () => JsonObject;
}

/** Contract §4.2. null is given but no list (decisions §1.4). */
export function readKeys(body: JsonObject): readonly string[] {
  const keys = body['keys'];
  if (keys === undefined) throw errors.keysRequired;
  if (!Array.isArray(keys)) throw errors.keysNotList;
  if (!keys.every((key) => typeof key === 'string')) throw errors.keysNotStrings;
  return keys;
}

/** The key as the path names it. Throws errors.undecodablePath. */
export function decodeKey(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw errors.undecodablePath;
  }
}
