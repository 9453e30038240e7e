import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../src/free-port.ts';
import { startPostgres, type LocalPostgres } from '../src/postgres/postgres.ts';

let postgres: LocalPostgres | undefined;
let folder = '';

afterEach(async () => {
  await postgres?.stop();
  if (postgres) await rm(postgres.dataDir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<pg.Client> {
  postgres = await startPostgres({
    dataDir: join(folder, 'private', 'postgres'),
    port: await findFreePort(),
  });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return client;
}

describe('PostgreSQL below a folder that only root can enter', () => {
  it('starts and finds its data after a restart', async () => {
    folder = await mkdtemp(join(tmpdir(), 'bunting-data-folder-'));
    await mkdir(join(folder, 'private'), { mode: 0o700 });
    const first = await start();
    await first.query('CREATE TABLE kept AS SELECT 42 AS answer');
    await first.end();
    await postgres!.stop();
    const second = await start();
    expect((await second.query('SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
    await second.end();
  });
});
