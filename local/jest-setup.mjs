// Starts one PostgreSQL for the whole test run and prepares the migrated template that tests clone.
import { rm } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort, startPostgres } from '@bunting/local';
import { templateDatabase } from '@bunting/local/testing';
import { migrate } from '@bunting/database';

export default async function setUp() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
  const postgres = await startPostgres({ dataDir, port: await findFreePort(), flags: ['-c', 'fsync=off'] });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateDatabase}`);
  await client.end();
  await migrate({ databaseUrl: postgres.urlFor(templateDatabase) });
  process.env['TEST_DATABASE_URL'] = postgres.url;
  globalThis.stopTestServers = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
