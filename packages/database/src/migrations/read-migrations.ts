import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Migration {
  /** Name of its directory, which starts with its time: `20261121060000_first`. */
  readonly name: string;
  readonly script: string;
  /** SHA-256 of the file, hexadecimal: what `_prisma_migrations` remembers. */
  readonly checksum: string;
}

/**
 * Finds the nearest `prisma/migrations` above this file: the workspace's, from `src` and from `dist`, and in an image
 * that of the directory with the installed packages.
 */
export function findMigrationsDir(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(directory, 'prisma/migrations');
    if (existsSync(join(candidate, 'migration_lock.toml'))) return candidate;
    const parent = dirname(directory);
    if (parent === directory)
      throw new Error("Can't find prisma/migrations above @bunting/database: pass the directory.");
    directory = parent;
  }
}

/** Reads the migrations in the order in which they apply. */
export async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const content = await readFile(join(migrationsDir, name, 'migration.sql'));
      const checksum = createHash('sha256').update(content).digest('hex');
      return { name, script: content.toString('utf8'), checksum };
    }),
  );
}
