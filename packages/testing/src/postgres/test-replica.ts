/** Runs a streaming replica of a test's PostgreSQL. */
import { spawnSync } from 'node:child_process';
import { appendFile, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { findFreePort, startPostgres } from '@bunting/embedded-servers';
import { killPostgres } from './test-databases.ts';

/** A streaming replica of one test. */
export interface TestReplica {
  /** The replica's address of the database that the primary's URL names. */
  readonly url: string;
  /** Stops replaying: the replica goes on receiving, but queries see no changes until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  kill(): Promise<void>;
  /** Ends the replica and removes its data. */
  stop(): Promise<void>;
}

/** Copies a server on this machine that requires no password, and starts a replica of it. */
export async function startTestReplica(primaryUrl: string): Promise<TestReplica> {
  const folder = await mkdtemp(join(tmpdir(), 'bunting-replica-'));
  const cluster = join(folder, 'cluster');
  await backUp(primaryUrl, cluster);
  const { hostname, port, username, pathname } = new URL(primaryUrl);
  const follows = `primary_conninfo = 'host=${hostname} port=${port} user=${username}'`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), `\n${follows}\n`);
  await writeAsOwner(join(cluster, 'standby.signal'), '');
  const server = await startPostgres({ dataDir: folder, port: await findFreePort() });
  const control = new pg.Client(server.url);
  control.on('error', () => {});
  await control.connect();
  return {
    url: server.urlFor(pathname.slice(1)),
    pause: async () => void (await control.query('SELECT pg_wal_replay_pause()')),
    resume: async () => void (await control.query('SELECT pg_wal_replay_resume()')),
    kill: () => killPostgres(server.process),
    async stop() {
      await control.end().catch(() => {});
      await server.stop();
      for (const each of [server.dataDir, folder]) await rm(each, { recursive: true, force: true });
    },
  };
}

/** Copies the data folder as pg_basebackup does, which is not part of the embedded PostgreSQL. */
async function backUp(primaryUrl: string, cluster: string): Promise<void> {
  const primary = new pg.Client(primaryUrl);
  await primary.connect();
  await primary.query(`SELECT pg_backup_start('replica', fast => true)`);
  const { rows } = await primary.query<{ data_directory: string }>('SHOW data_directory');
  const { status, stderr } = spawnSync('cp', ['-a', rows[0]!.data_directory, cluster], { encoding: 'utf8' });
  const { rows: stopped } = await primary.query<{ labelfile: string }>(
    'SELECT labelfile FROM pg_backup_stop(false)',
  );
  await primary.end();
  if (status !== 0) throw new Error(`The data directory could not be copied: ${stderr}`);
  await writeAsOwner(join(cluster, 'backup_label'), stopped[0]!.labelfile);
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** Writes a file that belongs to the owner of its folder, as PostgreSQL requires. */
async function writeAsOwner(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  const { uid, gid } = await stat(dirname(file));
  await chown(file, uid, gid);
}
