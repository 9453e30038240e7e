import { hash } from 'node:crypto';
import { storableText } from '@bunting/database';

/** All requests without a stable identity count as this one user (contract §8 rule 1). */
export const anonymousIdentity = 'anon:unidentified';

/**
 * Returns the value by which a user counts as monthly active: id, else e-mail address in lower case; undefined =
 * anonymous.
 */
export function getIdentity(context: {
  readonly userId: string | undefined;
  readonly email: string | undefined;
}): string | undefined {
  return context.userId || context.email?.toLowerCase() || undefined;
}

/**
 * Returns the 64-bit hash by which a user counts for an organisation, as a signed decimal number: an integer set in Redis
 * and a bigint column both store it in 8 bytes. Keyed by the organisation, so that hashes of two organisations cannot be
 * compared.
 */
export function userHash(organisationId: string, identity: string): string {
  const digest = hash('sha256', `${organisationId}:${storableText(identity)}`);
  return BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`)).toString();
}
