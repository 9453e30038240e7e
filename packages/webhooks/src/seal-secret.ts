import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A secret that must be readable again (signing secrets), as the database holds it. */
export interface SealedSecret {
  /**
   * The secret itself; when `keyId` is set, `v2.` and base64 of nonce, tag and ciphertext. Without `v2.` it was sealed by a
   * release that did not bind it to its endpoint.
   */
  readonly text: string;
  readonly keyId: string | null;
}

interface SealingKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The installation's keys: one seals, both open. */
export interface SealingKeys {
  /** Absent = secrets are stored as they are. */
  readonly current: SealingKey | undefined;
  /** The one before, while secrets that it sealed are still there. */
  readonly previous: SealingKey | undefined;
}

/** Bound to its endpoint: opens for no other one. */
const boundForm = 'v2.';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Makes AES-256 keys of `SECRETS_ENCRYPTION_KEY` and `SECRETS_ENCRYPTION_KEY_PREVIOUS`, which are random text of any form,
 * and gives them names.
 */
export function createSealingKeys(current?: string, previous?: string): SealingKeys {
  return { current: toKey(current), previous: toKey(previous) };
}

/**
 * AES-256-GCM with the endpoint's id as associated data, so that nobody who can write to the database can give an endpoint the
 * secret of another one. Without a current key the secret is stored as it is.
 */
export function sealSecret(secret: string, { current }: SealingKeys, endpointId: string): SealedSecret {
  if (current === undefined) return { text: secret, keyId: null };
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(dataOf(endpointId));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    text: boundForm + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64'),
    keyId: current.id,
  };
}

/** The secret; `undefined` when it was sealed with a key that is not here or for another endpoint, or has been tampered with. */
export function openSecret(
  { text, keyId }: SealedSecret,
  keys: SealingKeys,
  endpointId: string,
): string | undefined {
  if (keyId === null) return text;
  const key = [keys.current, keys.previous].find((each) => each?.id === keyId);
  if (key === undefined) return undefined;
  const isBound = text.startsWith(boundForm);
  const bytes = Buffer.from(isBound ? text.slice(boundForm.length) : text, 'base64');
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  if (isBound) decipher.setAAD(dataOf(endpointId));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/**
 * The same secret under the current key and bound to its endpoint; as it is if it lies there so already, cannot be opened, or
 * there is no such key.
 */
export function resealSecret(sealed: SealedSecret, keys: SealingKeys, endpointId: string): SealedSecret {
  if (keys.current === undefined) return sealed;
  if (sealed.keyId === keys.current.id && sealed.text.startsWith(boundForm)) return sealed;
  const secret = openSecret(sealed, keys, endpointId);
  return secret === undefined ? sealed : sealSecret(secret, keys, endpointId);
}

function dataOf(endpointId: string): Buffer {
  return Buffer.from(`webhook endpoint ${endpointId.toLowerCase()}`);
}

function toKey(text: string | undefined): SealingKey | undefined {
  if (text === undefined) return undefined;
  const bytes = createHash('sha256').update(`bunting secrets\n${text}`).digest();
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}
