import { hashPassword, verifyPassword as verifyHash } from '@better-auth/utils/password';

/** Makes hashes of passwords, and verifies passwords by them. */
export interface PasswordHashes {
  hash(this: void, password: string): Promise<string>;
  /** Returns whether the password belongs to the hash. A hash of another format belongs to no password. */
  verify(this: void, password: string, hash: string): Promise<boolean>;
}

/**
 * The hashes that better-auth makes and verifies, by its own code: scrypt, as `salt:key`, both hexadecimal. Each takes a tenth of a
 * second of a thread, so tests that look at something else use cheaper ones.
 */
export const scryptHashes: PasswordHashes = { hash: hashPassword, verify: verifyPassword };

async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [salt, key] = hash.split(':');
  if (!salt || !key) return false;
  return verifyHash(hash, password);
}
