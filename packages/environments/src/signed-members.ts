import type { FoundKey } from '@bunting/datafile';
import type { JsonObject } from '@bunting/service';
import { canonicalJson } from '@bunting/sdk-core';

/** The members of a user that a signature of the second form may sign, as they stand in requests. */
export const signableMembers = [
  'id',
  'email',
  'organisation_id',
  'audiences',
  'country',
  'ip',
  'app_version',
  'platform',
  'custom_data',
] as const;
type Member = (typeof signableMembers)[number];

/** Members that describe the page. They neither identify nor group people, so they need no signature. */
const ofThePage: readonly Member[] = ['app_version', 'platform'];

/** A signature as it was sent: of the id alone, or of the members that it names. */
export type UserSignature =
  | { readonly form: 'id'; readonly digest: string }
  | { readonly form: 'members'; readonly names: readonly Member[]; readonly digest: string };

const ofId = /^[0-9a-f]{64}$/;
const ofMembers = /^v2:([a-z_,]{1,100}):([0-9a-f]{64})$/;

/**
 * Parses a signature; returns undefined if it is malformed. The names are distinct and in the order of
 * `signableMembers`.
 */
export function readSignature(signature: unknown): UserSignature | undefined {
  if (typeof signature !== 'string') return undefined;
  if (ofId.test(signature)) return { form: 'id', digest: signature };
  const [, written = '', digest = ''] = ofMembers.exec(signature) ?? [];
  const names = signableMembers.filter((name) => written.split(',').includes(name));
  return names.length > 0 && names.join(',') === written ? { form: 'members', names, digest } : undefined;
}

/**
 * Returns the user as far as its signature may vouch for it, where the environment requires signatures of client keys: other members that name or group people
 * count as missing. Whether the signature verifies is checked later, by `requireSignature`.
 */
export function trustedMembers<User extends JsonObject | null | undefined>(
  key: FoundKey,
  user: User,
  signature: unknown,
): User | JsonObject {
  if (!requiresSignatures(key) || user === null || user === undefined) return user;
  const read = readSignature(signature);
  const names = read === undefined ? [] : read.form === 'id' ? (['id'] as const) : read.names;
  return pick(user, [...names, ...ofThePage]);
}

/** Returns whether users of this key must be signed. */
export function requiresSignatures({ kind, environment }: FoundKey): boolean {
  return kind === 'client' && environment.access.signedUsers !== undefined;
}

/** Returns what a signature of the second form signs; undefined = the members have no text that everybody would write alike. */
export function signedText(user: JsonObject, names: readonly Member[]): string | undefined {
  return canonicalJson(pick(user, names));
}

function pick(user: JsonObject, names: readonly Member[]): JsonObject {
  return Object.fromEntries(
    names.filter((name) => user[name] !== undefined).map((name) => [name, user[name]]),
  );
}
