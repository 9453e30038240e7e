// `npm run tables`: writes src/tables/tables.ts from a database that is made by the migrations of the working tree.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './run-typescript.mjs';
import { tableSource } from '../packages/database/scripts/table-source.mjs';

const { findFreePort, startPostgres } = await import('@bunting/embedded-servers');
const { createPool } = await import('@bunting/database');
const { migrate } = await import('@bunting/database/migrate');

const folder = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
const postgres = await startPostgres({ dataDir: folder, port: await findFreePort() });
try {
  await migrate({ databaseUrl: postgres.url });
  const pool = createPool(postgres.url);
  await writeFile(
    new URL('../packages/database/src/tables/tables.ts', import.meta.url),
    await tableSource(pool),
  );
  await pool.end();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
