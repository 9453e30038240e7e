import { emailSchema } from '@bunting/definitions';
import { createShapeCheck } from '@bunting/definitions/checks';
import { newId, withTransaction } from '@bunting/database';
import type { Pool, PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import type { Person } from './provider.ts';
import type { SignUpPolicy } from '../accounts/policies.ts';

const isEmail = createShapeCheck(emailSchema);

/** OpenID Connect Core §2: at most 255 characters. Control characters are refused, because PostgreSQL cannot store all of them. */
const subjectPattern = /^\P{Cc}{1,255}$/u;

/**
 * Finds the account of a person whom the provider has authenticated: the one that this person used before, else the one with their
 * verified address, else creates one if SIGN_UP allows it. Throws 401, 403.
 */
export async function findOrCreateAccount(pool: Pool, person: Person, signUp: SignUpPolicy): Promise<string> {
  // Otherwise all people without a subject would share one account.
  if (!subjectPattern.test(person.subject)) throw settingsErrors.unusableSubject;
  return withTransaction(pool, async (client) => {
    const known = await findByIdentity(client, person);
    if (known !== undefined) return known;
    const { email } = person;
    if (email === undefined || !person.isEmailVerified || !isEmail(email))
      throw settingsErrors.unverifiedEmail;
    const account = await findByEmail(client, email);
    if (account === undefined && !(await mayBeNew(client, email, signUp))) {
      throw settingsErrors.signUpClosed(signUp === 'open' ? 'closed' : signUp);
    }
    const accountId = account?.id ?? (await createAccount(client, email, person.name));
    if (account?.isVerified === false) await proveAddress(client, accountId);
    await client.query(
      `INSERT INTO identity (id, account_id, provider_id, provider_account_id) VALUES ($1, $2, $3, $4)`,
      [newId(), accountId, providerOf(person), person.subject],
    );
    return accountId;
  });
}

/** Returns the provider with its issuer, because the same subject at another provider is another person. */
function providerOf({ issuer }: Person): string {
  return `oidc:${issuer}`;
}

async function findByIdentity(client: PoolClient, person: Person): Promise<string | undefined> {
  const { rows } = await client.query<{ account_id: string }>(
    'SELECT account_id FROM identity WHERE provider_id = $1 AND provider_account_id = $2',
    [providerOf(person), person.subject],
  );
  return rows[0]?.account_id;
}

async function findByEmail(client: PoolClient, email: string) {
  const { rows } = await client.query<{ id: string; isVerified: boolean }>(
    'SELECT id, email_verified AS "isVerified" FROM account WHERE email = $1 FOR UPDATE',
    [email],
  );
  return rows[0];
}

/**
 * Returns whether the address may get an account. With SIGN_UP=invited, an open invitation to the verified address allows it.
 * Becoming a member still needs the link.
 */
async function mayBeNew(client: PoolClient, email: string, signUp: SignUpPolicy): Promise<boolean> {
  if (signUp !== 'invited') return signUp === 'open';
  const { rows } = await client.query(
    'SELECT FROM invitation WHERE email = $1 AND accepted_at IS NULL AND expires_at > now() LIMIT 1',
    [email],
  );
  return rows.length > 0;
}

async function createAccount(client: PoolClient, email: string, name = ''): Promise<string> {
  const id = newId();
  await client.query('INSERT INTO account (id, email, name, email_verified) VALUES ($1, $2, $3, true)', [
    id,
    email,
    name.replaceAll(/\p{Cc}/gu, '').slice(0, 200),
  ]);
  return id;
}

/**
 * Marks the address as verified. Somebody else may have made the account before, because nobody had proven the address, so the password
 * is removed and all sessions end.
 */
async function proveAddress(client: PoolClient, accountId: string): Promise<void> {
  await client.query('UPDATE account SET email_verified = true, updated_at = now() WHERE id = $1', [
    accountId,
  ]);
  await client.query(`DELETE FROM identity WHERE account_id = $1 AND provider_id = 'credential'`, [
    accountId,
  ]);
  await client.query('DELETE FROM session WHERE account_id = $1', [accountId]);
}
