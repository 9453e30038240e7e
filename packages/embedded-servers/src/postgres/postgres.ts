import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beganAt } from '../process-start-time.ts';
import { Failure, getErrorMessage } from '../failure.ts';
import { findPrograms } from './embedded-programs.ts';
import { restrictLogin, type Login } from './postgres-login.ts';
import { forAnyProgram } from '../select-environment.ts';
import {
  findIdentity,
  reachableDirectory,
  reachablePrograms,
  type Identity,
} from './postgres-data-folder.ts';

const superuser = 'bunting';

/** A PostgreSQL server that this process started. */
export interface LocalPostgres {
  /** The address of the database of `login`, or of the maintenance database `postgres`. */
  readonly url: string;
  readonly process: ChildProcess;
  /** The folder of the data. It differs from the requested one if the user of PostgreSQL cannot reach that. */
  readonly dataDir: string;
  /** Returns the address of another database of this server. */
  urlFor(database: string): string;
  /** Waits for open transactions to end (fast shutdown). */
  stop(): Promise<void>;
}

/** Starts PostgreSQL on loopback. Creates the cluster first if `dataDir` has none. */
export async function startPostgres(options: {
  dataDir: string;
  port: number;
  flags?: readonly string[];
  /** The only login. Without it every user of this machine is superuser, which only tests and benchmarks use. */
  login?: Login;
  /** Starts the server in a process group, so that Ctrl-C in the terminal does not reach it. */
  detached?: boolean;
}): Promise<LocalPostgres> {
  const { port, flags = [], login, detached = false } = options;
  const identity = await findIdentity(options.dataDir);
  const [programs, dataDir] = await Promise.all([
    findPrograms().then((native) => reachablePrograms(native, identity)),
    reachableDirectory(options.dataDir, identity),
  ]);
  const cluster = join(dataDir, 'cluster');
  if (!(await exists(cluster))) await initialise(programs, cluster, identity, login ? 'reject' : 'trust');
  await removeStaleLock(cluster);
  if (login) await restrictLogin(login, { programs, cluster, identity });

  const server = await startServer(() =>
    spawn(
      join(programs, 'postgres'),
      ['-D', cluster, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'max_connections=200', ...flags],
      {
        ...identity,
        detached,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...forAnyProgram(process.env), LC_ALL: 'C' },
      },
    ),
  );
  const credentials = login ? `${login.role}:${encodeURIComponent(login.password)}` : superuser;
  const urlFor = (database: string) => `postgresql://${credentials}@127.0.0.1:${port}/${database}`;
  return {
    url: urlFor(login?.database ?? 'postgres'),
    urlFor,
    process: server,
    dataDir,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

/** Creates the cluster in another folder and renames that, so that an interruption leaves no incomplete cluster. */
async function initialise(
  programs: string,
  cluster: string,
  identity: Identity | undefined,
  auth: 'reject' | 'trust',
): Promise<void> {
  const draft = `${cluster}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (identity) await chown(draft, identity.uid, identity.gid);
  const child = spawn(
    join(programs, 'initdb'),
    [`--pgdata=${draft}`, `--auth=${auth}`, `--username=${superuser}`, '--locale=C', '--encoding=UTF8'],
    { ...identity, stdio: ['ignore', 'ignore', 'pipe'], env: forAnyProgram(process.env) },
  );
  let problems = '';
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  const [code] = (await once(child, 'close').catch((cause: unknown) => {
    throw new Failure(
      `The embedded PostgreSQL doesn't run on this system (${getErrorMessage(cause)}; Alpine lacks glibc): set DATABASE_URL to your own server.`,
      { cause },
    );
  })) as [number | null];
  if (code !== 0)
    throw new Failure(`PostgreSQL couldn't create its data directory ${cluster}: ${problems.trim()}`);
  await rename(draft, cluster);
}

/**
 * Removes the lock file of a server that has ended. PostgreSQL does not start if the file names a zombie, or an id that
 * another program has now. Both happen in containers.
 */
async function removeStaleLock(cluster: string): Promise<void> {
  const lock = join(cluster, 'postmaster.pid');
  const pid = (await readFile(lock, 'utf8').catch(() => '')).split('\n')[0];
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  if (!name.startsWith('postgres') || beganAt(Number(pid)) === undefined) await rm(lock, { force: true });
}

/**
 * Starts the server. After a kill, the processes that serve its connections live on for a moment and PostgreSQL does not start beside
 * them, so starting is retried for ten seconds.
 */
async function startServer(spawnServer: () => ChildProcess): Promise<ChildProcess> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const server = spawnServer();
    try {
      await untilReady(server);
      return server;
    } catch (error) {
      const isBeside = error instanceof Failure && error.message.includes('pre-existing shared memory block');
      if (!isBeside || Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr!.on('data', (chunk: Buffer) => {
      if (log.length < 20_000) log += chunk.toString();
      if (/database system is ready to accept (read-only )?connections/.test(log)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Failure(`PostgreSQL did not start: ${log.trim()}`)));
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
