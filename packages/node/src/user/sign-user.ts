import { hmacSha256 } from './sha256.ts';
import { toWireUser } from './read-user.ts';
import { identityOf, type User } from './user.ts';

/**
 * Signs who a page's user is, with the environment's signing secret (`bus_…`): the page gives the signature to `@bunting/client` as
 * `userSignature`. A user without identity needs no signature and gets an empty one.
 */
export function signUser(secret: string, user: User): string {
  const identity = identityOf(toWireUser(user));
  return identity === undefined ? '' : hmacSha256(secret, identity);
}
