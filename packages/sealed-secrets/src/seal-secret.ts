import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A secret that must be readable again (a signing secret of an endpoint or an environment), as it is stored. */
export interface SealedSecret {
  /**
   * Without `keyId` the secret itself; else `v2.` and base64 of nonce, tag and ciphertext. Without `v2.` it was encrypted by a
   * release that did not bind secrets, which had those of webhook endpoints alone.
   */
  readonly text: string;
  readonly keyId: string | null;
}

interface SealingKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The installation's keys for secrets of one kind: the current one encrypts, both decrypt. */
export interface SealingKeys {
  /** Absent = secrets are stored unencrypted. */
  readonly current: SealingKey | undefined;
  /** The previous key, during a rotation. */
  readonly previous: SealingKey | undefined;
}

/** The owner of a secret, which cannot be decrypted for any other one. */
export type SecretOwner = `webhook endpoint ${string}` | `environment ${string}`;

/** Marks secrets that are bound to their owner. */
const boundPrefix = 'v2.';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Derives AES-256 keys and their ids from `SECRETS_ENCRYPTION_KEY`, or `USER_SIGNING_ENCRYPTION_KEY`, and the same with `_PREVIOUS`, which
 * are random text of any form.
 */
export function createSealingKeys(current?: string, previous?: string): SealingKeys {
  return { current: toKey(current), previous: toKey(previous) };
}

/**
 * Encrypts a secret with AES-256-GCM and the owner as associated data, so that write access to the database is not enough to give one
 * endpoint or environment the secret of another. Without a current key the secret stays unencrypted.
 */
export function sealSecret(secret: string, { current }: SealingKeys, owner: SecretOwner): SealedSecret {
  if (current === undefined) return { text: secret, keyId: null };
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(dataOf(owner));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    text: boundPrefix + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64'),
    keyId: current.id,
  };
}

/** Decrypts a secret. Returns undefined if it was encrypted with an unknown key or for another owner, or was tampered with. */
export function openSecret(
  { text, keyId }: SealedSecret,
  keys: SealingKeys,
  owner: SecretOwner,
): string | undefined {
  if (keyId === null) return text;
  const key = [keys.current, keys.previous].find((each) => each?.id === keyId);
  if (key === undefined) return undefined;
  const isBound = text.startsWith(boundPrefix);
  const bytes = Buffer.from(isBound ? text.slice(boundPrefix.length) : text, 'base64');
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  if (isBound) decipher.setAAD(dataOf(owner));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/**
 * Encrypts a secret again with the current key and binds it to its owner. Returns it unchanged if it is so already, cannot be
 * decrypted, or there is no current key.
 */
export function resealSecret(sealed: SealedSecret, keys: SealingKeys, owner: SecretOwner): SealedSecret {
  if (keys.current === undefined) return sealed;
  if (sealed.keyId === keys.current.id && sealed.text.startsWith(boundPrefix)) return sealed;
  const secret = openSecret(sealed, keys, owner);
  return secret === undefined ? sealed : sealSecret(secret, keys, owner);
}

function dataOf(owner: SecretOwner): Buffer {
  return Buffer.from(owner.toLowerCase());
}

function toKey(text: string | undefined): SealingKey | undefined {
  if (text === undefined) return undefined;
  const bytes = createHash('sha256').update(`bunting secrets\n${text}`).digest();
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}
