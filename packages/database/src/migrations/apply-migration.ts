import type pg from 'pg';
import { MigrationError } from './migration-error.ts';
import { finishStatement, recordFailure, recordStart } from './migration-table.ts';
import type { Migration } from './read-migrations.ts';

/**
 * Applies one migration and records it. The script and the record of its end are one message, which PostgreSQL runs as one
 * transaction: whoever is killed meanwhile leaves both or neither, and the next attempt may begin anew.
 * Rejects with MigrationError when PostgreSQL refuses the script; the record then says why.
 */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  const id = await recordStart(client, migration);
  try {
    if (isAtomic(migration)) {
      await client.query(`${migration.script}\n;${finishStatement(id)}`);
    } else {
      await client.query(migration.script);
      await client.query(finishStatement(id));
    }
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    const logs = `Migration name: ${migration.name}\n\nDatabase error code: ${code ?? 'none'}\n\nDatabase error:\n${message}`;
    // A script with a BEGIN of its own may have left its transaction open.
    await client.query('ROLLBACK').catch(() => {});
    // If the connection broke, nothing can be recorded: a record without an end also says that the attempt failed.
    await recordFailure(client, id, logs).catch(() => {});
    throw new MigrationError(`Migration ${migration.name} failed: ${message}.`, { cause: error });
  }
}

/** Statements that PostgreSQL refuses inside of a transaction, and those by which a script makes transactions of its own. */
const ownTransactions =
  /\bCONCURRENTLY\b|^\s*(?:VACUUM\b|ALTER\s+SYSTEM\b|(?:BEGIN|START|COMMIT)(?:\s+(?:WORK|TRANSACTION))?\s*;)/im;

/** Returns whether PostgreSQL runs the script as one transaction, so that a failure leaves nothing of it behind. */
export function isAtomic({ script }: Pick<Migration, 'script'>): boolean {
  return !ownTransactions.test(script);
}
