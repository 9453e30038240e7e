import { canonicalJson, type User } from '@bunting/sdk-core';
import { hmacSha256 } from './sha256.ts';
import { toWireUser } from './read-user.ts';
import { getIdentity, type WireUser } from './user.ts';

/** The members in the order of a signature. */
const members = [
  'id',
  'email',
  'organisation_id',
  'audiences',
  'country',
  'ip',
  'app_version',
  'platform',
  'custom_data',
] as const satisfies readonly (keyof WireUser)[];

/**
 * Signs the identity of a page's user with the environment's signing secret (`bus_…`). Pass the signature to `@bunting/client` as `userSignature`. It
 * signs the id alone, or the e-mail address of a user without id; where users must be signed, other members count as missing: see `signMembers`. A
 * user without identity needs no signature and gets an empty one.
 */
export function signUser(secret: string, user: User): string {
  const { id, email } = toWireUser(user);
  const identity = getIdentity({ id, email: undefined });
  if (identity !== undefined) return hmacSha256(secret, identity);
  return typeof email === 'string' && email !== '' ? signMembers(secret, { email }) : '';
}

/**
 * Signs all members of a page's user, so that rules can use them where users must be signed. Pass exactly this user and the signature to
 * `@bunting/client`. A user without members gets an empty signature. Throws a TypeError for a value that cannot be signed: half of a surrogate pair,
 * or a number that a double does not hold exactly.
 */
export function signMembers(secret: string, user: User): string {
  const wire = toWireUser(user);
  const names = members.filter((name) => wire[name] !== undefined);
  if (names.length === 0) return '';
  const text = canonicalJson(Object.fromEntries(names.map((name) => [name, wire[name]])));
  if (text === undefined) {
    throw new TypeError(
      'The user cannot be signed: it has an unpaired surrogate, or a number that is too large. Pass such numbers as strings.',
    );
  }
  return `v2:${names.join(',')}:${hmacSha256(`${secret}:members`, text)}`;
}
