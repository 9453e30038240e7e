import pg from 'pg';
import { defaultMigrationsDir, readMigrations, type Migration } from './read-migrations.ts';

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** Default: `prisma/migrations` of the workspace. */
  readonly migrationsDir?: string;
  /** One sentence per thing that happens; default: silence. */
  readonly log?: (line: string) => void;
}

/** A migration that cannot be applied; the message says which and why, in words for an operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Any number that only this program uses: two migrators at once work one after the other. */
const advisoryLock = 7_204_211_116;

/**
 * Brings the database to the newest schema and returns the names of the migrations that this call applied.
 * Keeps its books in `_prisma_migrations` as `prisma migrate deploy` does, so both can be used on one database.
 * A database that is up to date costs one query; Prisma's engine is loaded for nothing less than a migration.
 * Rejects with MigrationError when the database cannot be reached or a migration fails.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const { databaseUrl, migrationsDir = defaultMigrationsDir, log = () => {} } = options;
  const migrations = await readMigrations(migrationsDir);
  const client = await connect(databaseUrl);
  try {
    if ((await findPending(client, migrations)).length === 0) return { applied: [] };
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    // Another migrator may have been at work while this one waited.
    const pending = await findPending(client, migrations);
    if (pending.length === 0) return { applied: [] };
    log(`Applying ${pending.length} of ${migrations.length} migrations.`);
    const { applyMigrations } = await import('./apply-migrations.ts');
    return { applied: await applyMigrations({ databaseUrl, migrationsDir, migrations }) };
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw new MigrationError(`The database ${withoutPassword(databaseUrl)} cannot be reached: ${reasonOf(cause)}.`, { cause });
  }
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows: books } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  );
  if (!books[0]!.found) return migrations;
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

function withoutPassword(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl);
    return `${url.pathname.slice(1)} at ${url.host}`;
  } catch {
    return '(its address is no URL)';
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return message || code || String(error);
}
