import { trustedMembers, withAddress, type Caller } from '@bunting/environments';
import { createReread, readContext } from '@bunting/evaluator';
import { errors, isJsonObject, type JsonObject } from '@bunting/service';
import type { UserRequest } from './admit-user.ts';

/** The user of a request, with the user as it was sent. */
export type ReadUser = Pick<UserRequest, 'context' | 'user' | 'signature'>;

/**
 * Reads the user (contract §2.2): absent, null and empty are anonymous; anything else that is no object is an error. `bytes` are the body as
 * it was sent, which has the digits of long numbers.
 */
export function readUser(body: JsonObject, caller: Caller, bytes: Buffer): ReadUser {
  const { user, user_signature: signature } = body;
  if (user !== undefined && user !== null && !isJsonObject(user)) throw errors.userNotObject;
  const reread = rereadBody(bytes);
  return readTrusted({ user, signature }, caller, () => reread()['user'] as JsonObject);
}

/** Reads the members that count: all, unless the environment requires signatures (decisions §8.2). */
export function readTrusted(
  { user, signature }: Pick<ReadUser, 'user' | 'signature'>,
  caller: Caller,
  reread: () => JsonObject | undefined,
): ReadUser {
  const trusted = withAddress(trustedMembers(caller, user, signature), caller);
  const context = readContext(trusted, () => trustedMembers(caller, reread(), signature) ?? {});
  return { context, user, signature };
}

/** Returns a function that reads the body once more, with the digits of long numbers. */
export function rereadBody(bytes: Buffer): () => JsonObject {
  return createReread(() => bytes.toString()) as () => JsonObject;
}

/** Reads the keys (contract §4.2). null counts as present, but is no list (decisions §1.4). */
export function readKeys(body: JsonObject): readonly string[] {
  const keys = body['keys'];
  if (keys === undefined) throw errors.keysRequired;
  if (!Array.isArray(keys)) throw errors.keysNotList;
  if (!keys.every((key) => typeof key === 'string')) throw errors.keysNotStrings;
  return keys;
}

/** Returns the key in the path. Throws errors.undecodablePath. */
export function decodeKey(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw errors.undecodablePath;
  }
}
