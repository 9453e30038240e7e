import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FoundKey } from '@bunting/datafile';
import type { Log } from '@bunting/observability';
import { openSecret, type SealingKeys } from '@bunting/sealed-secrets';
import { errors } from '@bunting/service';

/**
 * Requires that a user who has an identity was signed, where the environment wants that of client keys: `signature` is the HMAC-SHA256 of
 * `identity` (from `identityOf`) in lower-case hexadecimal digits, under one of the environment's secrets. Throws errors.userSignatureInvalid.
 */
export type RequireSignature = (key: FoundKey, identity: string | undefined, signature: unknown) => void;

type SignedUsers = NonNullable<FoundKey['environment']['access']['signedUsers']>;

const digest = /^[0-9a-f]{64}$/;

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
          'A secret that signs users cannot be decrypted: USER_SIGNING_ENCRYPTION_KEY differs from that of settings-api',
        );
      }
    }
    return secrets;
  }

  return ({ kind, environment }, identity, signature) => {
    const { signedUsers } = environment.access;
    if (kind !== 'client' || signedUsers === undefined || identity === undefined) return;
    if (typeof signature !== 'string' || !digest.test(signature)) throw errors.userSignatureInvalid;
    // UTF-8 makes one text of those that differ in halves of surrogate pairs: a signature of one would be valid for the others.
    if (!identity.isWellFormed()) throw errors.userSignatureInvalid;
    const given = Buffer.from(signature);
    const secrets = secretsOf(signedUsers, environment.environmentId);
    const isValid = secrets.some((secret) => timingSafeEqual(Buffer.from(signUser(secret, identity)), given));
    if (!isValid) throw errors.userSignatureInvalid;
  };
}

/** What a server of the application gives a page for its user. */
export function signUser(secret: string, identity: string): string {
  return createHmac('sha256', secret).update(identity).digest('hex');
}
