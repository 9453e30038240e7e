// Starts one PostgreSQL for the whole test run and prepares the migrated template that tests clone.
import { chmod, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import '../../../tools/run-typescript.mjs';

export default async function setUp() {
  // Jest reads this file outside of its own transforms: imported here, after the hooks for TypeScript are in place.
  const { findFreePort, startPostgres } = await import('@bunting/embedded-servers');
  const { templateDatabase } = await import('@bunting/testing');
  const { migrate } = await import('@bunting/database/migrate');

  const parent = await temporaryFolder();
  await removeLeftovers(parent);
  const folder = await mkdtemp(join(parent, `bunting-test-${process.pid}-`));
  await chmod(folder, 0o1777); // as /tmp: PostgreSQL runs as another user
  process.env['TEST_LOGS_DIR'] = join(folder, 'logs');
  await mkdir(process.env['TEST_LOGS_DIR']);
  process.env['TMPDIR'] = folder; // of every test from here on, and of what it starts
  const dataDir = join(folder, 'postgres');
  const postgres = await startPostgres({ dataDir, port: await findFreePort(), flags: ['-c', 'fsync=off'] });
  globalThis.stopTestServers = async () => {
    await postgres.stop();
    for (const each of [postgres.dataDir, folder]) await rm(each, { recursive: true, force: true });
  };
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateDatabase}`);
  await client.end();
  await migrate({ databaseUrl: postgres.urlFor(templateDatabase) });
  process.env['TEST_DATABASE_URL'] = postgres.url;
}

/** In memory where there is plenty: hundreds of databases are made, and nothing of them need outlive a power cut. */
async function temporaryFolder() {
  const inMemory = '/dev/shm';
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 4 * 2 ** 30 && freemem() > 8 * 2 ** 30 ? inMemory : tmpdir();
}

/** Of runs that were cut off. */
async function removeLeftovers(parent) {
  for (const name of await readdir(parent)) {
    const pid = /^bunting-test-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
