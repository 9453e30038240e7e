// Starts one PostgreSQL for the whole test run and prepares the migrated template that tests clone.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import './run-typescript.mjs';

export default async function setUp() {
  // Jest reads this file outside of its own transforms: imported here, after the hooks for TypeScript are in place.
  const { findFreePort, startPostgres } = await import('@bunting/local');
  const { templateDatabase } = await import('@bunting/local/testing');
  const { migrate } = await import('@bunting/database');

  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
  const postgres = await startPostgres({ dataDir, port: await findFreePort(), flags: ['-c', 'fsync=off'] });
  globalThis.stopTestServers = async () => {
    await postgres.stop();
    for (const folder of [postgres.dataDir, dataDir]) await rm(folder, { recursive: true, force: true });
  };
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateDatabase}`);
  await client.end();
  await migrate({ databaseUrl: postgres.urlFor(templateDatabase) });
  process.env['TEST_DATABASE_URL'] = postgres.url;
}
