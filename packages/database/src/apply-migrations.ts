import { MigrationError } from './migration-error.ts';
import type { Migration } from './read-migrations.ts';
import { withSchemaEngine } from './schema-engine.ts';

/**
 * Applies what is pending of `migrations` and returns the names. Each script is one transaction (unless it commits by
 * itself), so of `failed`, those that the books hold as begun and not finished, nothing stands: they are tried again.
 */
export async function applyMigrations(options: {
  databaseUrl: string;
  migrationsDir: string;
  migrations: readonly Migration[];
  failed: readonly string[];
}): Promise<string[]> {
  const { databaseUrl, migrationsDir, migrations, failed } = options;
  const migrationsList = {
    baseDir: migrationsDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: script } },
    })),
  };
  try {
    return await withSchemaEngine({ databaseUrl }, async (engine) => {
      for (const migrationName of failed) await engine.markMigrationRolledBack({ migrationName });
      const filters = { externalTables: [], externalEnums: [] };
      return (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames;
    });
  } catch (error) {
    throw new MigrationError(describe(error as Error), { cause: error });
  }
}

/** The engine wraps PostgreSQL's words into several lines with a trace of its own code. */
function describe({ message }: Error): string {
  const migration = /migration_name="([^"]+)"/.exec(message)?.[1];
  const reason = /ERROR: (.+)/.exec(message)?.[1] ?? message.trim().split('\n')[0]!;
  if (!migration) return `The database could not be migrated: ${reason}.`;
  return `Migration ${migration} failed: ${reason}.`;
}
