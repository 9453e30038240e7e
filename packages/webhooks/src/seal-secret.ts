import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A secret that must be readable again (signing secrets), as the database holds it. */
export interface SealedSecret {
  /** The secret itself, or base64 of nonce, tag and ciphertext when `keyId` is set. */
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

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Makes AES-256 keys of `SECRETS_ENCRYPTION_KEY` and `SECRETS_ENCRYPTION_KEY_PREVIOUS`, which are random text of any form,
 * and gives them names.
 */
export function createSealingKeys(current?: string, previous?: string): SealingKeys {
  return { current: toKey(current), previous: toKey(previous) };
}

/** AES-256-GCM; without a current key the secret is stored as it is. */
export function sealSecret(secret: string, { current }: SealingKeys): SealedSecret {
  if (current === undefined) return { text: secret, keyId: null };
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce);
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    text: Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64'),
    keyId: current.id,
  };
}

/** The secret, or `undefined` when it was sealed with a key that is not here or has been tampered with. */
export function openSecret({ text, keyId }: SealedSecret, keys: SealingKeys): string | undefined {
  if (keyId === null) return text;
  const key = [keys.current, keys.previous].find((each) => each?.id === keyId);
  if (key === undefined) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** The same secret under the current key; as it is if it lies there already, cannot be opened, or there is no such key. */
export function resealSecret(sealed: SealedSecret, keys: SealingKeys): SealedSecret {
  if (keys.current === undefined || sealed.keyId === keys.current.id) return sealed;
  const secret = openSecret(sealed, keys);
  return secret === undefined ? sealed : sealSecret(secret, keys);
}

function toKey(text: string | undefined): SealingKey | undefined {
  if (text === undefined) return undefined;
  const bytes = createHash('sha256').update(`bunting secrets\n${text}`).digest();
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}
