import { verifyPassword as verifyHash } from '@better-auth/utils/password';

/**
 * The hash that better-auth makes and verifies at sign-in, by its own code: scrypt, as `salt:key`, both hexadecimal. It takes a tenth
 * of a second of a thread.
 */
export { hashPassword } from '@better-auth/utils/password';

/** Whether the password belongs to the hash. False as well for a hash of another form. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [salt, key] = hash.split(':');
  if (!salt || !key) return false;
  return verifyHash(hash, password);
}
