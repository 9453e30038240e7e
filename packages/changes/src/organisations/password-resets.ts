import { newId } from '@bunting/database';
import type { Pool, PoolClient } from 'pg';
import type { ChangeTransaction } from '../change-transaction.ts';
import type { AccountState } from './accounts.ts';

/** Lets the owner of a token set a new password. Only the hash of the token is stored. */
export interface PasswordReset {
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** Resets are stored in better-auth's table, from which it deletes expired rows. */
const identifierOf = (tokenHash: string) => `password-reset:${tokenHash}`;

/** Opens a reset and ends an earlier one. The audit logs of all organisations of the account record it. */
export async function openPasswordReset(
  { client, recorded }: ChangeTransaction,
  account: Pick<AccountState, 'id' | 'email'>,
  { tokenHash, expiresAt }: PasswordReset,
): Promise<void> {
  await client.query(`DELETE FROM verification WHERE value = $1 AND identifier LIKE $2`, [
    account.id,
    identifierOf('%'),
  ]);
  await client.query('INSERT INTO verification (id, identifier, value, expires_at) VALUES ($1, $2, $3, $4)', [
    newId(),
    identifierOf(tokenHash),
    account.id,
    expiresAt,
  ]);
  for (const { id: organisationId } of await readOrganisationsOfAccount(client, account.id)) {
    recorded.push({
      organisationId,
      action: 'password_reset.created',
      subject: account.email,
      before: null,
      after: { email: account.email, expires_at: expiresAt.toISOString() },
    });
  }
}

/** Finds the account of a reset; `undefined` = unknown, used, replaced or expired. */
export async function findPasswordReset(
  client: Pool | PoolClient,
  tokenHash: string,
  now: Date,
): Promise<{ readonly accountId: string; readonly expiresAt: Date } | undefined> {
  const { rows } = await client.query<{ accountId: string; expiresAt: Date }>(
    `SELECT value AS "accountId", expires_at AS "expiresAt" FROM verification
     WHERE identifier = $1 AND expires_at > $2`,
    [identifierOf(tokenHash), now],
  );
  return rows[0];
}

/** Finds the account of a reset and deletes the reset, so that only one of two concurrent requests can use it. */
export async function takePasswordReset(
  { client, now }: ChangeTransaction,
  tokenHash: string,
): Promise<{ readonly accountId: string } | undefined> {
  const { rows } = await client.query<{ accountId: string }>(
    'DELETE FROM verification WHERE identifier = $1 AND expires_at > $2 RETURNING value AS "accountId"',
    [identifierOf(tokenHash), now],
  );
  return rows[0];
}

/** Reads the organisations of which the account is a member, whose audit logs record its changes. */
export async function readOrganisationsOfAccount(
  client: PoolClient,
  accountId: string,
): Promise<{ id: string }[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT organisation_id AS id FROM member WHERE account_id = $1 ORDER BY organisation_id',
    [accountId],
  );
  return rows;
}
