import type { User } from '@bunting/sdk-core';
import type { Reporter } from '../requests/reporter.ts';
import { hasPlainPrototype, hasToJson, isRecord, toJson } from './to-json.ts';
import type { WireUser } from './user.ts';

/**
 * Returns a copy of the user as the service would read them from a request. Every getter runs once. Undefined = the user cannot be written as JSON,
 * which is reported; reads for such a user return fallbacks.
 */
export function readUser(user: User | null | undefined, reporter: Reporter): WireUser | undefined {
  try {
    const members: User = { ...readMembers(user) };
    const { customData } = members;
    const isCopied = typeof customData === 'object' && customData !== null && isPlainRecord(customData);
    return writeMembers(isCopied ? { ...members, customData: Object.assign({}, customData) } : members);
  } catch (error) {
    const message = `Invalid user; using fallbacks: ${toText(error)}`;
    reporter.report('application', 'user', message);
    return undefined;
  }
}

/** Returns the user without a copy of plain members: for one evaluation, at once. Throws if the user cannot be written as JSON. */
export function toWireUser(user: User | null | undefined): WireUser {
  const members = readMembers(user);
  return writeMembers(hasPlainPrototype(members) ? members : { ...members });
}

const nobody: User = {};

function readMembers(user: User | null | undefined): User {
  if (user === null || user === undefined) return nobody;
  const read: unknown = typeof user === 'object' && hasToJson(user) ? user.toJSON('user') : user;
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  throw new TypeError('not an object');
}

/** Returns the members as JSON. It always has all of them, so that the engine gives all users one shape. */
function writeMembers(user: User): WireUser {
  const { id, email, organisationId, ip, appVersion, platform, country, audiences, customData } = user;
  return {
    id: writeText(id, 'id'),
    email: writeText(email, 'email'),
    organisation_id: writeText(organisationId, 'organisationId'),
    ip: writeText(ip, 'ip'),
    app_version: writeText(appVersion, 'appVersion'),
    platform: writeText(platform, 'platform'),
    country: writeText(country, 'country'),
    audiences: audiences === undefined ? undefined : toJson(audiences, 'audiences', 1),
    custom_data: customData === undefined ? undefined : toJson(customData, 'customData', 1),
  };
}

/** Returns a member as JSON. Most are texts, or absent. */
function writeText(value: unknown, name: string): unknown {
  return typeof value === 'string' || value === undefined ? value : toJson(value, name, 1);
}

function isPlainRecord(value: object): boolean {
  return isRecord(value) && !hasToJson(value);
}

/** Returns the text of a thrown value, which may be anything. */
function toText(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'a getter threw';
  }
}
