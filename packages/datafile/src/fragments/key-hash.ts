import { createHash } from 'node:crypto';
import type { KeyKind } from '@bunting/definitions';

/**
 * Returns the hash by which an environment key is stored and found: SHA-256 of the lower-cased UUID, hexadecimal. A slow hash would add
 * nothing: keys are random and long.
 *
 * A client key is hashed with a prefix. The previous release knows no kinds and writes the hashes of all keys to access fragments as
 * those of server keys; after a rollback, a public key without the prefix would open everything (ADR 46).
 */
export function hashKey(key: string, kind: KeyKind): string {
  const hashed = kind === 'client' ? `client ${key.toLowerCase()}` : key.toLowerCase();
  return createHash('sha256').update(hashed).digest('hex');
}

/** By which a key of unknown kind may be stored. Where both are, the first one counts, which may do less. */
export type PossibleHashes = readonly [client: string, other: string];

/** Returns the hashes by which a key of unknown kind, in either case, may be stored. */
export function getPossibleHashes(key: string): PossibleHashes {
  return [hashKey(key, 'client'), hashKey(key, 'server')];
}
