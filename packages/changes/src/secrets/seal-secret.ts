import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A secret that must be readable again (signing secrets), as the database holds it. */
export interface SealedSecret {
  /** The secret itself, or base64 of nonce, tag and ciphertext when `keyId` is set. */
  readonly text: string;
  readonly keyId: string | null;
}

export interface SealingKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Makes an AES-256 key of `SECRETS_ENCRYPTION_KEY`, which is random text of any form, and gives it a name. */
export function createSealingKey(text: string): SealingKey {
  const bytes = createHash('sha256').update(`bunting secrets\n${text}`).digest();
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}

/** AES-256-GCM; without a key the secret is stored as it is. */
export function sealSecret(secret: string, key: SealingKey | undefined): SealedSecret {
  if (key === undefined) return { text: secret, keyId: null };
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return { text: Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64'), keyId: key.id };
}

/** The secret, or `undefined` when it was sealed with another key or has been tampered with. */
export function openSecret({ text, keyId }: SealedSecret, key: SealingKey | undefined): string | undefined {
  if (keyId === null) return text;
  if (key === undefined || key.id !== keyId) return undefined;
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
