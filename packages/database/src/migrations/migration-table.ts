import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { MigrationError } from './migration-error.ts';
import type { Migration } from './read-migrations.ts';

/** The number that Prisma's own migrate commands lock while they work. */
const advisoryLock = 72_707_369;

/** The state of this release's migrations in `_prisma_migrations`. */
export interface MigrationState {
  /** Names of those that the database does not have, in the order in which they apply. */
  readonly pending: string[];
  /** Names of pending ones that were begun before and did not come to an end. */
  readonly failed: string[];
  /** Names of applied ones whose file is no longer what was applied. */
  readonly edited: string[];
}

/** Compares the committed migrations with those that the database records. Unknown ones are of a newer release: left alone. */
export async function readMigrationState(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const records = new Map((await readRecords(client)).map((record) => [record.name, record]));
  const namesOf = (isMeant: (migration: Migration, record: MigrationRecord | undefined) => boolean) =>
    migrations.filter((migration) => isMeant(migration, records.get(migration.name))).map(({ name }) => name);
  return {
    pending: namesOf((_, record) => !record?.isFinished),
    failed: namesOf((_, record) => record?.isFinished === false),
    edited: namesOf(({ checksum }, record) => record?.isFinished === true && record.checksum !== checksum),
  };
}

interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
}

async function readRecords(client: pg.Client): Promise<MigrationRecord[]> {
  if (!(await hasMigrationTable(client))) return [];
  const { rows } = await client.query<MigrationRecord>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY finished_at NULLS FIRST`,
  );
  return rows;
}

async function hasMigrationTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  return rows[0]!.exists;
}

/** Returns whether this connection has the lock now; it keeps it until it ends. */
export async function tryMigrationLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS "isLocked"',
    [advisoryLock],
  );
  return rows[0]!.isLocked;
}

/** Creates `_prisma_migrations` as Prisma does. Rejects when there are tables already, as Prisma does (P3005). */
export async function createMigrationTable(client: pg.Client): Promise<void> {
  if (await hasMigrationTable(client)) return;
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename LIMIT 1`,
  );
  if (rows[0] !== undefined) {
    throw new MigrationError(
      `The database isn't empty (it has a table ${rows[0].name}) and has no _prisma_migrations, so it isn't a Bunting database.`,
    );
  }
  await client.query(
    `CREATE TABLE _prisma_migrations (
       id                  VARCHAR(36) PRIMARY KEY NOT NULL,
       checksum            VARCHAR(64) NOT NULL,
       finished_at         TIMESTAMPTZ,
       migration_name      VARCHAR(255) NOT NULL,
       logs                TEXT,
       rolled_back_at      TIMESTAMPTZ,
       started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
       applied_steps_count INTEGER NOT NULL DEFAULT 0
     )`,
  );
}

/** Returns the id of the record. An earlier attempt that did not come to an end is marked as rolled back. */
export async function recordStart(client: pg.Client, { name, checksum }: Migration): Promise<string> {
  const id = randomUUID();
  await client.query(
    `WITH failed AS (
       UPDATE _prisma_migrations SET rolled_back_at = now()
       WHERE migration_name = $2 AND finished_at IS NULL AND rolled_back_at IS NULL
     )
     INSERT INTO _prisma_migrations (id, migration_name, checksum) VALUES ($1, $2, $3)`,
    [id, name, checksum],
  );
  return id;
}

/** Returns the statement that records the end of a migration, as text, so that it can be sent with the script. */
export function finishStatement(id: string): string {
  return `UPDATE _prisma_migrations
    SET finished_at = clock_timestamp(), applied_steps_count = applied_steps_count + 1 WHERE id = '${id}'`;
}

export async function recordFailure(client: pg.Client, id: string, logs: string): Promise<void> {
  await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, logs]);
}
