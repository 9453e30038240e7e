import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../src/free-port.ts';
import { startPostgres } from '../src/postgres/postgres.ts';

it('PostgreSQL that was killed starts once the processes of its connections have ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bunting-killed-'));
  const dataDir = join(folder, 'postgres');
  const killed = await startPostgres({ dataDir, port: await findFreePort() });
  const client = new pg.Client({ connectionString: killed.url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { pid } = rows[0]!;
  // Stopped, it does not notice that its server has ended.
  process.kill(pid, 'SIGSTOP');
  killed.process.kill('SIGKILL');
  await once(killed.process, 'exit');

  let isReady = false;
  const starting = startPostgres({ dataDir, port: await findFreePort() }).then((started) => {
    isReady = true;
    return started;
  });
  // The first attempt has failed by then, and no number of attempts succeeds before the process ends.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isReady).toBe(false);
  process.kill(pid, 'SIGCONT');
  const started = await starting;
  const next = new pg.Client({ connectionString: started.url });
  await next.connect();
  expect((await next.query('SELECT 42 AS answer')).rows).toEqual([{ answer: 42 }]);
  await next.end();
  await started.stop();
  for (const path of [started.dataDir, folder]) await rm(path, { recursive: true, force: true });
});
