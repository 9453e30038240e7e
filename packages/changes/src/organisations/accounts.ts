import { newId } from '@bunting/database';
import type { PoolClient } from 'pg';
import {
  differences,
  record,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { defineTable, writeRows } from '../rows.ts';

/** A person who can sign in. Accounts belong to no organisation; the caller names those whose audit log records a change. */
export interface AccountState {
  readonly id: string;
  /** Lower-cased. */
  readonly email: string;
  readonly name: string;
  /** Scrypt hash, see `scryptHashes`; `null` = cannot sign in with a password. */
  readonly passwordHash: string | null;
  /** True if the OpenID Connect provider has verified the address. */
  readonly isVerified: boolean;
  /** The organisation whose invitation or bootstrap document created the account; `null` = none. Never changes. */
  readonly provenToId: string | null;
}

const accounts = defineTable('account', ['id', 'email', 'name', 'proven_to_id', 'updated_at']);

const identities = defineTable(
  'identity',
  ['id', 'account_id', 'provider_id', 'provider_account_id', 'password_hash', 'updated_at'],
  ['provider_id', 'provider_account_id'],
);

/** Reads and locks the accounts with these addresses (lower-cased). */
export async function readAccounts(
  { client }: Pick<ChangeTransaction, 'client'>,
  emails: readonly string[],
): Promise<AccountState[]> {
  const { rows } = await client.query<AccountState>(
    `SELECT account.id, account.email, account.name, identity.password_hash AS "passwordHash",
            account.email_verified AS "isVerified", account.proven_to_id AS "provenToId"
     FROM account LEFT JOIN identity ON identity.account_id = account.id AND identity.provider_id = 'credential'
     WHERE account.email = ANY($1) FOR NO KEY UPDATE OF account`,
    [emails],
  );
  return rows;
}

/** Writes accounts and their passwords, signs out where a password changed, and records it for `organisations`. */
export async function changeAccounts(
  transaction: ChangeTransaction,
  organisations: readonly { readonly id: string }[],
  changes: readonly (Change<AccountState> & { readonly after: AccountState })[],
): Promise<void> {
  const { client, now: updated_at } = transaction;
  const different = differences(changes);
  const written = writtenStates(different);
  await writeRows(
    client,
    accounts,
    written.map(({ id, email, name, provenToId }) => ({
      id,
      email,
      name,
      proven_to_id: provenToId,
      updated_at,
    })),
  );
  await writeRows(
    client,
    identities,
    written.flatMap(({ id, passwordHash }) =>
      passwordHash === null
        ? []
        : [
            {
              id: newId(),
              account_id: id,
              provider_id: 'credential',
              provider_account_id: id,
              password_hash: passwordHash,
              updated_at,
            },
          ],
    ),
  );
  await endSessions(client, different);
  for (const change of different) {
    const passwordChanged = change.before?.passwordHash !== change.after?.passwordHash;
    const describe = ({ email, name }: AccountState) => ({
      email,
      name,
      ...(passwordChanged && { password: '…' }),
    });
    const subject = change.after?.email ?? '';
    for (const { id: organisationId } of organisations)
      record(transaction, 'account', change, describe, { organisationId, subject });
  }
}

/** Signs out everybody whose password changed. */
async function endSessions(client: PoolClient, changes: readonly Change<AccountState>[]): Promise<void> {
  const changed = changes.flatMap(({ before, after }) =>
    before !== undefined && after !== undefined && before.passwordHash !== after.passwordHash
      ? [after.id]
      : [],
  );
  if (changed.length > 0) await client.query('DELETE FROM session WHERE account_id = ANY($1)', [changed]);
}
