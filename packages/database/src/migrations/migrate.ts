import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { applyMigration, isAtomic } from './apply-migration.ts';
import { toConnectionString } from '../pool/connection-string.ts';
import { MigrationError } from './migration-error.ts';
import { createMigrationTable, readMigrationState, tryMigrationLock } from './migration-table.ts';
import { isPooled } from '../pool/pooled-client.ts';
import { findMigrationsDir, readMigrations, type Migration } from './read-migrations.ts';

/** Which database is migrated, and from which folder. */
export interface MigrateOptions {
  readonly databaseUrl: string;
  /** Default: the nearest `prisma/migrations` above this package. */
  readonly migrationsDir?: string;
  /** Is called with one sentence per step. */
  readonly log?: (line: string) => void;
}

const askAgainMs = 1_000;

/**
 * Brings the database to the newest schema and returns the names of the migrations that this call applied.
 * Keeps `_prisma_migrations` as `prisma migrate deploy` does, so both can be used on one database. A database that is up to
 * date costs two small queries. What failed before is tried again, because it left nothing; where that cannot be known, see
 * `refuseHalfDone`. Rejects with MigrationError when the database cannot be reached or a migration fails.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const { databaseUrl, migrationsDir = findMigrationsDir(), log = () => {} } = options;
  const migrations = await readMigrations(migrationsDir);
  refusePooler(databaseUrl);
  const client = await connect(databaseUrl);
  try {
    const { pending, edited } = await readMigrationState(client, migrations);
    for (const name of edited) {
      log(`Migration ${name} was edited after it had been applied; the database has the previous version.`);
    }
    if (pending.length === 0) return { applied: [] };
    await lockMigrations(client, log);
    return { applied: await applyPending(client, migrations, log) };
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    throw new MigrationError(`Migrating the database failed: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    await client.end();
  }
}

/**
 * Waits for the lock by asking again: a statement that waits for it has a snapshot, and a migrator that creates an index
 * concurrently would wait for that in turn.
 */
async function lockMigrations(client: pg.Client, log: (line: string) => void): Promise<void> {
  for (let isFirst = true; !(await tryMigrationLock(client)); isFirst = false) {
    if (isFirst) log('Waiting for another migration to finish.');
    await delay(askAgainMs / 4);
  }
}

async function applyPending(
  client: pg.Client,
  migrations: readonly Migration[],
  log: (line: string) => void,
): Promise<string[]> {
  await createMigrationTable(client);
  // Another migrator may have been at work before this one had the lock.
  const { pending, failed } = await readMigrationState(client, migrations);
  refuseHalfDone(migrations, failed);
  for (const name of failed) log(`Migration ${name} failed before; retrying.`);
  for (const migration of migrations) {
    if (!pending.includes(migration.name)) continue;
    log(`Applying migration ${migration.name}.`);
    await applyMigration(client, migration);
  }
  return pending;
}

/**
 * Throws if a script that cannot run as one transaction was interrupted: its state is unknown, so an operator has to look
 * (P3009).
 */
function refuseHalfDone(migrations: readonly Migration[], failed: readonly string[]): void {
  const halfDone = migrations.find((migration) => failed.includes(migration.name) && !isAtomic(migration));
  if (halfDone === undefined) return;
  throw new MigrationError(
    `Migration ${halfDone.name} failed before and may be partially applied. Undo that part, then mark the attempt as undone: ` +
      `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${halfDone.name}' AND finished_at IS NULL.`,
  );
}

/**
 * Waits until the database has all of this release's migrations, which somebody else applies. Says once what it waits for,
 * a database that cannot be reached included; there is no limit, since whoever started it has one.
 */
export async function untilMigrated(options: MigrateOptions): Promise<void> {
  const { databaseUrl, migrationsDir = findMigrationsDir(), log = () => {} } = options;
  const migrations = await readMigrations(migrationsDir);
  for (let said = ''; ; await delay(askAgainMs)) {
    const reason = await whyNotYet(databaseUrl, migrations);
    if (reason === undefined) return;
    if (reason !== said) log(reason);
    said = reason;
  }
}

async function whyNotYet(databaseUrl: string, migrations: readonly Migration[]): Promise<string | undefined> {
  try {
    const client = await connect(databaseUrl);
    try {
      const { pending } = await readMigrationState(client, migrations);
      return pending.length === 0 ? undefined : `Waiting for migration ${pending.join(', ')}.`;
    } finally {
      await client.end();
    }
  } catch (error) {
    // An address that is none will never be one.
    if (error instanceof MigrationError && error.cause === undefined) throw error;
    return (error as Error).message;
  }
}

/** Throws for a pooler: the lock belongs to a connection and must end with it. */
function refusePooler(databaseUrl: string): void {
  if (!isPooled(databaseUrl)) return;
  throw new MigrationError(
    "Migrations need a direct connection, but DATABASE_URL goes through pgbouncer: set DATABASE_DIRECT_URL to PostgreSQL's own address.",
  );
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  if (!/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    throw new MigrationError(
      'The database address must look like postgresql://user:password@host:5432/database.',
    );
  }
  const client = openClient(databaseUrl);
  // A connection that breaks fails the query that waits on it; without a listener it would end the process as well.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (cause) {
    const { message, code } = cause as { message?: string; code?: string };
    const { host, port, database } = client;
    const reason = message || code || String(cause);
    throw new MigrationError(`Can't reach the database ${database} at ${host}:${port}: ${reason}.`, {
      cause,
    });
  }
}

function openClient(databaseUrl: string): pg.Client {
  try {
    const connectionString = toConnectionString(databaseUrl);
    return new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  } catch (cause) {
    // A file of a certificate that is not there.
    throw new MigrationError(`The database address is invalid: ${(cause as Error).message}.`, { cause });
  }
}
