import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionStringOf } from './connection-string.ts';
import { MigrationError } from './migration-error.ts';
import { isPooled } from './pooled-client.ts';
import { findMigrationsDir, readMigrations, type Migration } from './read-migrations.ts';

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** Default: the nearest `prisma/migrations` above this package. */
  readonly migrationsDir?: string;
  /** Hears one sentence per step; default: nobody does. */
  readonly log?: (line: string) => void;
}

/** A number that nothing else locks: two migrators at once work one after the other. */
const advisoryLock = 7_204_211_116;

/**
 * Brings the database to the newest schema and returns the names of the migrations that this call applied.
 * Keeps its books in `_prisma_migrations` as `prisma migrate deploy` does, so both can be used on one database.
 * A database that is up to date costs two small queries; Prisma's engine is loaded only when something is pending.
 * Rejects with MigrationError when the database cannot be reached or a migration fails; the next call tries again.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const { databaseUrl, migrationsDir = findMigrationsDir(), log = () => {} } = options;
  const migrations = await readMigrations(migrationsDir);
  refusePooler(databaseUrl);
  const client = await connect(databaseUrl);
  try {
    if ((await readAppliedMigrations(client, migrations)).pending.length === 0) return { applied: [] };
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    // Another migrator may have been at work while this one waited.
    const { pending, failed } = await readAppliedMigrations(client, migrations);
    if (pending.length === 0) return { applied: [] };
    for (const name of failed) log(`Migration ${name} failed before and is tried again.`);
    for (const name of pending) log(`Applying migration ${name}.`);
    const { applyMigrations } = await import('./apply-migrations.ts');
    return { applied: await applyMigrations({ databaseUrl, migrationsDir, migrations, failed }) };
  } finally {
    await client.end();
  }
}

const askAgainMs = 1_000;

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
      const { pending } = await readAppliedMigrations(client, migrations);
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

/** The lock, and Prisma's own, belong to a connection, and must go with it. */
function refusePooler(databaseUrl: string): void {
  if (!isPooled(databaseUrl)) return;
  throw new MigrationError(
    'Migrations need a connection of their own, and the address leads through pgbouncer: set DATABASE_DIRECT_URL to that of PostgreSQL itself.',
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
    throw new MigrationError(`The database ${database} at ${host}:${port} cannot be reached: ${reason}.`, {
      cause,
    });
  }
}

function openClient(databaseUrl: string): pg.Client {
  try {
    const connectionString = connectionStringOf(databaseUrl);
    return new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  } catch (cause) {
    // A file of a certificate that is not there.
    throw new MigrationError(`The database address cannot be used: ${(cause as Error).message}.`, { cause });
  }
}

/** Names of `migrations` that the database does not have, and those of them that were begun without success. */
async function readAppliedMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<{ pending: string[]; failed: string[] }> {
  const names = migrations.map(({ name }) => name);
  const { rows: books } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!books[0]!.exists) return { pending: names, failed: [] };
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const finished = new Map(rows.map((row) => [row.name, row.finished]));
  return {
    pending: names.filter((name) => !finished.get(name)),
    failed: names.filter((name) => finished.get(name) === false),
  };
}
