import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from '@jest/globals';
import { createPool } from '@bunting/database';
import { createTestDatabase } from '@bunting/testing';

export const realMigrations = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

export interface MigrationsFolder {
  readonly migrationsDir: string;
  readonly databaseUrl: string;
  readonly pool: ReturnType<typeof createPool>;
  /** Puts a migration into the folder. */
  write(name: string, script: string): Promise<void>;
  /** Empties the database. */
  empty(): Promise<void>;
}

/** Creates an empty folder for migrations and an empty database for each test. */
export function useMigrationsFolder(): MigrationsFolder {
  const folder = {} as MigrationsFolder;
  let end: () => Promise<void>;
  beforeEach(async () => {
    const opened = await openMigrationsFolder();
    Object.assign(folder, opened.folder);
    end = opened.end;
  });
  afterEach(() => end());
  return folder;
}

async function openMigrationsFolder(): Promise<{ folder: MigrationsFolder; end: () => Promise<void> }> {
  const database = await createTestDatabase();
  const pool = createPool(database.url);
  const migrationsDir = await mkdtemp(join(tmpdir(), 'bunting-migrations-'));
  const empty = async () => void (await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
  await empty();
  return {
    folder: {
      migrationsDir,
      databaseUrl: database.url,
      pool,
      async write(name, script) {
        await mkdir(join(migrationsDir, name), { recursive: true });
        await writeFile(join(migrationsDir, name, 'migration.sql'), script);
      },
      empty,
    },
    async end() {
      await pool.end();
      await database.drop();
      await rm(migrationsDir, { recursive: true });
    },
  };
}
