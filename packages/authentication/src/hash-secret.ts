import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { keyHashOf } from '@bunting/datafile';
import { type KeyKind, keyGroups } from '@bunting/definitions';

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

/** Environment API keys are UUIDs in either case (decisions §1.4). Keys of another kind have another hash. */
export function hashEnvironmentKey(key: string, kind: KeyKind): HashedSecret {
  return { hash: keyHashOf(key, kind), lastFour: key.toLowerCase().slice(-4) };
}

/** A UUID: of version 4, or of version 8 where its third group names the kind. */
export function generateEnvironmentKey(kind: KeyKind): string {
  const random = randomUUID();
  return kind === 'server' ? random : `${random.slice(0, 14)}${keyGroups[kind]}${random.slice(18)}`;
}

/** Of an organisation: `rpa_` and 256 random bits. */
export function generateApiToken(): string {
  return `rpa_${randomBytes(32).toString('base64url')}`;
}

/** 256 random bits for a link, of an invitation or to reset a password. */
export function generateInvitationToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Of an environment, for signing users: `bus_` and 256 random bits. */
export function generateUserSigningSecret(): string {
  return `bus_${randomBytes(32).toString('hex')}`;
}

/** Of a webhook endpoint: `whsec_` and 256 random bits. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('hex')}`;
}

/** 144 random bits. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
