// Prisma's schema engine, for development alone: `prisma migrate` wants to download a native program, and the same engine as
// WebAssembly comes from the npm registry. Node.js loads that as a module with the flag.
//
//   node --experimental-wasm-modules packages/database/scripts/prisma-engine.mjs diff <before> <after> <database>
//     prints the SQL that leads from one schema file to the other; `-` is an empty schema. The engine asks the database for
//     nothing but its version.
//   node --experimental-wasm-modules packages/database/scripts/prisma-engine.mjs deploy <migrations> <database>
//     applies the migrations as `prisma migrate deploy` does, and prints the names of those that it applied.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

const filters = { externalTables: [], externalEnums: [] };
const [command, ...args] = process.argv.slice(2);

try {
  if (command === 'diff') await diff(...args);
  else if (command === 'deploy') await deploy(...args);
  else throw new Error('Say diff or deploy.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
// The engine never clears its ten-second time-out of the lock.
process.stdout.write('', () => process.exit());

async function diff(before, after, databaseUrl) {
  const { stdout } = await withEngine(databaseUrl, async (engine) =>
    engine.diff({
      from: before === '-' ? { tag: 'empty' } : await datamodelOf(before),
      to: await datamodelOf(after),
      script: true,
      exitCode: null,
      filters,
    }),
  );
  console.log(stdout);
}

async function datamodelOf(path) {
  return {
    tag: 'schemaDatamodel',
    files: [{ path: 'schema.prisma', content: await readFile(path, 'utf8') }],
  };
}

async function deploy(baseDir, databaseUrl) {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const migrationDirectories = await Promise.all(
    names.toSorted().map(async (path) => {
      const value = await readFile(join(baseDir, path, 'migration.sql'), 'utf8');
      return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
    }),
  );
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
  const migrationsList = { baseDir, lockfile, shadowDbInitScript: '', migrationDirectories };
  const { appliedMigrationNames } = await withEngine(databaseUrl, (engine) =>
    engine.applyMigrations({ migrationsList, filters }),
  );
  for (const name of appliedMigrationNames) console.log(name);
}

async function withEngine(connectionString, work) {
  const pool = new pg.Pool({ connectionString });
  try {
    const datamodels = [['schema.prisma', 'datasource db { provider = "postgresql" }']];
    const factory = bindMigrationAwareSqlAdapterFactory(createAdapterFactory(pool));
    return await work(await SchemaEngine.new({ datamodels }, () => {}, factory));
  } finally {
    await pool.end();
  }
}

/**
 * Creates Prisma's adapter, but sends scripts whole, as the native engine does. The adapter would split them at every
 * semicolon, including those in strings, comments and function bodies.
 */
function createAdapterFactory(pool) {
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    async connect() {
      const adapter = await factory.connect();
      adapter.executeScript = async (script) => {
        try {
          await pool.query(script);
        } catch (error) {
          const { code, severity, message, detail, column, hint } = error;
          throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
        }
      };
      return adapter;
    },
  };
}
