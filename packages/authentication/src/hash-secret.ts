import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { hashKey } from '@bunting/datafile';
import { type KeyKind, keyGroups } from '@bunting/definitions';

/** The stored part of a key or token: enough to recognise it, and for people to tell it from others. */
export interface HashedSecret {
  /** SHA-256, hexadecimal. A slow hash would add nothing: keys and tokens are random and long. */
  readonly hash: string;
  readonly lastFour: string;
}

/** Hashes tokens and other secrets that are compared as they are. */
export function hashSecret(secret: string): HashedSecret {
  return { hash: createHash('sha256').update(secret).digest('hex'), lastFour: secret.slice(-4) };
}

/**
 * Hashes an environment key: a UUID in either case (decisions §1.4). Keys of different kinds have different hashes.
 */
export function hashEnvironmentKey(key: string, kind: KeyKind): HashedSecret {
  return { hash: hashKey(key, kind), lastFour: key.toLowerCase().slice(-4) };
}

/** Generates a UUID: of version 4, or of version 8 where its third group names the kind. */
export function generateEnvironmentKey(kind: KeyKind): string {
  const random = randomUUID();
  return kind === 'server' ? random : `${random.slice(0, 14)}${keyGroups[kind]}${random.slice(18)}`;
}

/** Generates a token of an organisation: `rpa_` and 256 random bits. */
export function generateApiToken(): string {
  return `rpa_${randomBytes(32).toString('base64url')}`;
}

/** Generates 256 random bits for the link of an invitation or a password reset. */
export function generateInvitationToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Generates the secret with which an environment's users are signed: `bus_` and 256 random bits. */
export function generateUserSigningSecret(): string {
  return `bus_${randomBytes(32).toString('hex')}`;
}

/** Generates the signing secret of a webhook endpoint: `whsec_` and 256 random bits. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('hex')}`;
}

/** Generates a password of 144 random bits. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
