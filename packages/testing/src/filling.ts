import { createHash, randomUUID } from 'node:crypto';
import { scryptHashes } from '@bunting/authentication';
import { applyDocument, type ApplyOptions } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import type { Filling } from './postgres/test-databases.ts';

type PasswordHashes = NonNullable<ApplyOptions['passwordHashes']>;

/** For tests that look at something else than passwords: the services' own hashes take a tenth of a second each. */
export const cheapHashes: PasswordHashes = {
  hash: async (password) => cheapHash(password, randomUUID()),
  verify: async (password, hash) => cheapHash(password, hash.split(':')[0]!) === hash,
};

/** By password. That suites share it changes nothing for them: a hash is as good as another one of the same password. */
const hashed = new Map<string, Promise<string>>();

/** Hashes that services verify. Each password is hashed once in a process, so that accounts with the same password have the same salt. */
const hashesOfTests: PasswordHashes = {
  hash(password) {
    if (!hashed.has(password)) hashed.set(password, scryptHashes.hash(password));
    return hashed.get(password)!;
  },
  verify: scryptHashes.verify,
};

/** Applies a bootstrap document to the database at `url`, with passwords that services verify. Throws `ProblemsFound` if it is invalid. */
export async function applyTo(
  url: string,
  document: object,
  passwordHashes: PasswordHashes = hashesOfTests,
): Promise<void> {
  const pool = createPool(url);
  try {
    await applyDocument({ pool, passwordHashes }, document);
  } finally {
    await pool.end();
  }
}

function cheapHash(password: string, salt: string): string {
  return `${salt}:${createHash('sha256').update(`${salt} ${password}`).digest('hex')}`;
}

/**
 * Fills the database of `createTestDatabase` by applying a bootstrap document. Its passwords are hashed as services do, or cheaply for an
 * app that is given `cheapHashes`. `fill` throws `ProblemsFound` if the document is invalid.
 */
export function filledWith(document: object, passwordHashes: PasswordHashes = hashesOfTests): Filling {
  const hashes = passwordHashes === cheapHashes ? 'cheap' : 'scrypt';
  return {
    key: `${hashes} ${JSON.stringify(document)}`,
    fill: (url) => applyTo(url, document, passwordHashes),
  };
}
