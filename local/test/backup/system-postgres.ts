import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, findIdentity, reachableDirectory } from '@bunting/embedded-servers';
import { until } from '@bunting/testing';

/**
 * The PostgreSQL of this machine: server and tools of one version. The embedded one has no pg_dump, and an older pg_dump
 * cannot read from a newer server.
 */
export interface SystemPostgres {
  readonly folder: string;
  readonly version: string;
}

/** Finds PostgreSQL in Debian's package `postgresql`, or where `pg_config` says. */
export function findSystemPostgres(): SystemPostgres | undefined {
  const known = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const versions = [18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`);
  for (const folder of [...versions, known]) {
    if (!folder) continue;
    const works = (program: string) => spawnSync(join(folder, program), ['--version'], { encoding: 'utf8' });
    const found = ['initdb', 'postgres', 'pg_restore', 'pg_dump'].map(works);
    if (found.every(({ status }) => status === 0)) {
      return { folder, version: /[\d.]+/.exec(found.at(-1)!.stdout)![0] };
    }
  }
  return undefined;
}

export interface SystemServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a new, empty cluster on loopback. */
export async function startSystemServer({ folder }: SystemPostgres): Promise<SystemServer> {
  const parent = await mkdtemp(join(tmpdir(), 'bunting-backup-'));
  const identity = await findIdentity(parent);
  const dataDir = await reachableDirectory(parent, identity);
  const cluster = join(dataDir, 'cluster');
  const asOwner = { ...identity, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const made = spawnSync(
    join(folder, 'initdb'),
    [
      `--pgdata=${cluster}`,
      '--auth=trust',
      '--username=bunting',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...asOwner, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await findFreePort();
  const server = spawn(
    join(folder, 'postgres'),
    ['-D', cluster, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'fsync=off'],
    { ...asOwner, stdio: 'ignore' },
  );
  const isReady = () =>
    spawnSync(join(folder, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0;
  await until(() => {
    if (server.exitCode !== null) throw new Error('PostgreSQL did not start.');
    return isReady();
  });
  return {
    url: `postgresql://bunting@127.0.0.1:${port}/postgres`,
    async stop() {
      if (server.exitCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
      for (const path of new Set([dataDir, parent])) await rm(path, { recursive: true, force: true });
    },
  };
}
