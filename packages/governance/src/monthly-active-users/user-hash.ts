import { hash } from 'node:crypto';

/**
 * The 64 bits by which a user counts for an organisation, as a signed decimal number, which both an integer set in
 * Redis and a bigint column hold in 8 bytes. Keyed by the organisation, so that hashes of two organisations
 * cannot be compared.
 */
export function userHash(organisationId: string, identity: string): string {
  const digest = hash('sha256', `${organisationId}:${identity}`);
  return BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`)).toString();
}
