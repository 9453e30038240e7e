import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FoundKey } from '@bunting/datafile';
import type { Log } from '@bunting/observability';
import { openSecret, type SealingKeys } from '@bunting/sealed-secrets';
import { errors, type JsonObject } from '@bunting/service';
import { readSignature, requiresSignatures, signedText } from './signed-members.ts';

/** A user whose signature may be required. */
export interface SignedUser {
  /** As it was sent. */
  readonly user: JsonObject | null | undefined;
  /** The id as it is evaluated, with all its digits. */
  readonly userId: string | undefined;
  /** As it was sent. */
  readonly signature: unknown;
}

/**
 * Requires that a user who has an identity was signed, where the environment wants that of client keys, under one of its secrets (decisions §8.2). A
 * signature of the first form signs the id alone, one of the second form the members that it names. Throws errors.userSignatureInvalid.
 */
export type RequireSignature = (key: FoundKey, user: SignedUser) => void;

type SignedUsers = NonNullable<FoundKey['environment']['access']['signedUsers']>;

/** Decrypts the secrets of an environment once for each version of them. */
export function createUserSignatures(options: { sealingKeys: SealingKeys; log: Log }): RequireSignature {
  const { sealingKeys, log } = options;
  const opened = new WeakMap<SignedUsers, readonly string[]>();

  function secretsOf(signedUsers: SignedUsers, environment: string): readonly string[] {
    let secrets = opened.get(signedUsers);
    if (secrets === undefined) {
      const all = signedUsers.secrets.map((sealed) =>
        openSecret(sealed, sealingKeys, `environment ${environment}`),
      );
      secrets = all.filter((secret) => secret !== undefined);
      opened.set(signedUsers, secrets);
      if (secrets.length < all.length) {
        log.warn(
          { environment },
          "Decrypting a user signing secret failed: USER_SIGNING_ENCRYPTION_KEY differs from settings-api's",
        );
      }
    }
    return secrets;
  }

  return (key, { user, userId, signature }) => {
    const { signedUsers } = key.environment.access;
    if (!requiresSignatures(key) || signedUsers === undefined) return;
    const identity = identityMemberOf(user);
    const read = readSignature(signature);
    if (read === undefined || read.form === 'id') {
      // An anonymous user has nothing that the first form could sign.
      if (identity === undefined) return;
      // The first form would not tell an address from an id that is the same text.
      if (read === undefined || identity === 'email' || !userId) throw errors.userSignatureInvalid;
    } else if (identity !== undefined && !read.names.includes(identity)) throw errors.userSignatureInvalid;
    const text = read.form === 'id' ? userId : signedText(user ?? {}, read.names);
    // UTF-8 makes one text of those that differ in halves of surrogate pairs: a signature of one would be valid for the others.
    if (text === undefined || !text.isWellFormed()) throw errors.userSignatureInvalid;
    const sign = read.form === 'id' ? signUser : signMembers;
    const given = Buffer.from(read.digest);
    const secrets = secretsOf(signedUsers, key.environment.environmentId);
    const isValid = secrets.some((secret) => timingSafeEqual(Buffer.from(sign(secret, text)), given));
    if (!isValid) throw errors.userSignatureInvalid;
  };
}

/**
 * Returns the member that identifies the user. An id of a wrong type, which is not evaluated, counts as an id here.
 */
function identityMemberOf(user: JsonObject | null | undefined): 'id' | 'email' | undefined {
  const isGiven = (name: 'id' | 'email') =>
    user?.[name] !== undefined && user[name] !== null && user[name] !== '';
  if (isGiven('id')) return 'id';
  return isGiven('email') ? 'email' : undefined;
}

/** Signs a user in the first form: the application's server signs the id of the user. */
export function signUser(secret: string, id: string): string {
  return createHmac('sha256', secret).update(id).digest('hex');
}

/**
 * Signs members in the second form: a digest of the canonical text of the signed members. It uses another key than the first form, because an id may
 * read like such a text.
 */
export function signMembers(secret: string, text: string): string {
  return createHmac('sha256', `${secret}:members`).update(text).digest('hex');
}
