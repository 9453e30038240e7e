import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** What the database stores of a key or token: enough to recognise it, and for people to distinguish it from others. */
export interface HashedSecret {
  /** SHA-256, hexadecimal. A slow hash would add nothing: keys and tokens are random and long. */
  readonly hash: string;
  readonly lastFour: string;
}

/** Of tokens and other secrets that are compared as they are. */
export function hashSecret(secret: string): HashedSecret {
  return { hash: createHash('sha256').update(secret).digest('hex'), lastFour: secret.slice(-4) };
}

/** Environment API keys are UUIDs in either case (decisions §1.4): the lower-cased one is hashed. */
export function hashEnvironmentKey(key: string): HashedSecret {
  return hashSecret(key.toLowerCase());
}

/** A UUID. */
export function generateEnvironmentKey(): string {
  return randomUUID();
}

/** Of an organisation: `rpa_` and 256 random bits. */
export function generateApiToken(): string {
  return `rpa_${randomBytes(32).toString('base64url')}`;
}

/** 256 random bits for a link, of an invitation or to reset a password. */
export function generateInvitationToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Of a webhook endpoint: `whsec_` and 256 random bits. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('hex')}`;
}

/** 144 random bits. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
