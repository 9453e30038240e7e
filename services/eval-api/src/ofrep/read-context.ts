import type { IncomingMessage } from 'node:http';
import type { Caller } from '@bunting/environments';
import { errors, isJsonObject, type JsonObject } from '@bunting/service';
import { readTrusted, rereadBody, type ReadUser } from '../read-request.ts';

/**
 * Returns the user of contract §2.2 that an OpenFeature context describes (docs/reference/sdks.md); undefined = anonymous. Members of wrong types
 * are kept: the evaluator decides about them as for any user. Throws errors.contextNotObject.
 */
export function readOfrepUser(body: JsonObject): JsonObject | undefined {
  const context = body['context'];
  if (context === undefined || context === null) return undefined;
  if (!isJsonObject(context)) throw errors.contextNotObject;
  const user = newUser();
  const customData: Record<string, unknown> = {};
  for (const name of Object.keys(context)) {
    const isMember = setMember(user, name, context[name]);
    // To assign it would replace the prototype; as a custom key it never resolves (decisions §1.2).
    if (!isMember && name !== '__proto__') customData[name] = context[name];
  }
  const given = customData['custom_data'];
  user.custom_data = isJsonObject(given) ? mergeCustomData(customData, given) : customData;
  return user;
}

/**
 * Reads the user of an OFREP request, of which `bytes` are the body as it was sent. The body has no member for the signature, so it is a header.
 * Throws errors.contextNotObject.
 */
export function readOfrepContext(
  body: JsonObject,
  req: IncomingMessage,
  caller: Caller,
  bytes: Buffer,
): ReadUser {
  const reread = rereadBody(bytes);
  const sent = { user: readOfrepUser(body), signature: req.headers['x-bunting-user-signature'] };
  return readTrusted(sent, caller, () => readOfrepUser(reread()));
}

type User = Record<
  | 'id'
  | 'email'
  | 'organisation_id'
  | 'ip'
  | 'app_version'
  | 'platform'
  | 'country'
  | 'audiences'
  | 'custom_data',
  unknown
>;

/**
 * Returns a user that has all members from the beginning: adding them one by one, by names from a table, costs a request
 * four times as much.
 */
function newUser(): User {
  return {
    id: undefined,
    email: undefined,
    organisation_id: undefined,
    ip: undefined,
    app_version: undefined,
    platform: undefined,
    country: undefined,
    audiences: undefined,
    custom_data: undefined,
  };
}

/**
 * Sets the member and returns whether there is one of this name. Of two names of one member the first in the context
 * counts.
 */
function setMember(user: User, name: string, value: unknown): boolean {
  switch (name) {
    case 'targetingKey':
      user.id ??= value;
      return true;
    case 'email':
      user.email ??= value;
      return true;
    case 'ip':
      user.ip ??= value;
      return true;
    case 'platform':
      user.platform ??= value;
      return true;
    case 'country':
      user.country ??= value;
      return true;
    case 'audiences':
      user.audiences ??= value;
      return true;
    case 'organisation_id':
    case 'organisationId':
    case 'organizationId':
      user.organisation_id ??= value;
      return true;
    case 'app_version':
    case 'appVersion':
      user.app_version ??= value;
      return true;
    default:
      return false;
  }
}

/** Merges members of the context into `custom_data`, whose own members win. */
function mergeCustomData(customData: JsonObject, given: JsonObject): JsonObject {
  const { custom_data: _given, ...beside } = customData;
  return { ...beside, ...given };
}
