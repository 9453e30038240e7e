// `npm run tables`: writes src/tables.ts from a database that is made by the migrations of the working tree.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../../local/run-typescript.mjs';
import pg from 'pg';
import { tableSource } from './table-source.mjs';

const { findFreePort, startPostgres } = await import('../../../local/src/index.ts');
const { migrate } = await import('../src/migrate.ts');

const folder = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
const postgres = await startPostgres({ dataDir: folder, port: await findFreePort() });
try {
  await migrate({ databaseUrl: postgres.url });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await writeFile(new URL('../src/tables.ts', import.meta.url), await tableSource(client));
  await client.end();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
