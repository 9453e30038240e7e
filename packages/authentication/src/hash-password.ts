import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// `salt:key`, both hexadecimal: the form and the costs that better-auth verifies at sign-in.
const costs = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 64;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`;
}

/** False as well for a hash of another form. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [salt, key] = hash.split(':');
  if (salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'hex');
  const derived = await deriveKey(password, salt);
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

function deriveKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, costs, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
