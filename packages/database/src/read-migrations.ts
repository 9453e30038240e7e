import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Migration {
  /** Name of its directory, which starts with its time: `20261121060000_first`. */
  readonly name: string;
  readonly script: string;
  /** SHA-256 of the file, hexadecimal: what `_prisma_migrations` remembers. */
  readonly checksum: string;
}

/** `prisma/migrations` at the root of the workspace, the same distance from `src` and from `dist`. */
export const defaultMigrationsDir = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** The migrations in the order in which they apply. */
export async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const present = names.filter((name) => existsSync(join(migrationsDir, name, 'migration.sql')));
  return Promise.all(
    present.sort().map(async (name) => {
      const content = await readFile(join(migrationsDir, name, 'migration.sql'));
      const checksum = createHash('sha256').update(content).digest('hex');
      return { name, script: content.toString('utf8'), checksum };
    }),
  );
}
