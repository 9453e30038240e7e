import type { Migration } from './read-migrations.ts';
import { withSchemaEngine } from './schema-engine.ts';

export async function applyMigrations(options: {
  databaseUrl: string;
  migrationsDir: string;
  migrations: Migration[];
}): Promise<string[]> {
  const { databaseUrl, migrationsDir, migrations } = options;
  const { appliedMigrationNames } = await withSchemaEngine({ databaseUrl }, (engine) =>
    engine.applyMigrations({
      migrationsList: {
        baseDir: migrationsDir,
        lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
        shadowDbInitScript: '',
        migrationDirectories: migrations.map(({ name, script }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
        })),
      },
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return appliedMigrationNames;
}
