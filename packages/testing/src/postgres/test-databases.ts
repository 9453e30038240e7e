/** Creates databases, and starts PostgreSQL and Redis servers for single tests. */
import { execFile, type ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  findFreePort,
  findIdentity,
  reachableDirectory,
  startPostgres,
  startRedis,
  type LocalRedis,
} from '@bunting/embedded-servers';
import type { TlsFiles } from '../authority.ts';
import { clusterToCopy, redisProgram, sharedPostgresUrl } from '../services/test-run.ts';

/** The name of the migrated database of which `createTestDatabase` makes copies. */
export const templateDatabase = 'bunting_template';

/** A database of one test. */
export interface TestDatabase {
  readonly url: string;
  /** Removes the database, and closes the connections to it. */
  drop(): Promise<void>;
}

/** The contents with which databases of several tests begin. The first call fills a template, and every test gets a copy of it. */
export interface Filling {
  /** Identifies the contents: fillings with the same key share a template. */
  readonly key: string;
  /** Fills the database at `url`; must close its connections. */
  readonly fill: (url: string) => Promise<void>;
}

/** Creates a migrated database on the test run's PostgreSQL, empty unless a filling is given. The first call of the run starts the server. */
export async function createTestDatabase(filling?: Filling): Promise<TestDatabase> {
  const base = await sharedPostgresUrl();
  const template = filling === undefined ? templateDatabase : await findFilled(base, filling);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(base, copyOf(template, name));
  return {
    url: urlFor(base, name),
    drop: () => execute(base, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Finds or creates the template with these contents and returns its name. */
async function findFilled(base: string, { key, fill }: Filling): Promise<string> {
  const name = `filled_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  await withClient(base, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]); // until the connection ends
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1) return;
    const draft = `draft_${randomUUID().replaceAll('-', '')}`;
    await client.query(copyOf(templateDatabase, draft));
    await fill(urlFor(base, draft));
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  });
  return name;
}

function copyOf(template: string, name: string): string {
  return `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`;
}

function urlFor(base: string, name: string): string {
  return Object.assign(new URL(base), { pathname: `/${name}` }).href;
}

/** A Redis server of one test. */
export interface TestRedis extends LocalRedis {
  /** Kills the server; resolves when it has ended. */
  kill(): Promise<void>;
}

/**
 * Starts a Redis server, on a free port unless `port` is given. `settings` are those of redis.conf. With `tls` it accepts TLS only. Its data
 * are removed when it ends.
 */
export async function startTestRedis(
  options: { port?: number; settings?: Readonly<Record<string, string>>; tls?: TlsFiles | undefined } = {},
): Promise<TestRedis> {
  const { port = await findFreePort(), tls } = options;
  const settings = { ...options.settings, ...(tls && redisTlsSettings(port, tls)) };
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-redis-'));
  const redis = await startRedis({ program: await redisProgram(), dataDir, port, settings });
  redis.process.once('exit', () => void rm(dataDir, { recursive: true, force: true }));
  const url = tls ? redis.url.replace('redis:', 'rediss:') : redis.url;
  return { ...redis, url, kill: () => killProcess(redis.process) };
}

/**
 * Returns settings of a Redis server that requires TLS from clients and other servers, and no certificates from
 * clients.
 */
export function redisTlsSettings(port: number, { ca, cert, key }: TlsFiles): Record<string, string> {
  return {
    port: '0',
    'tls-port': String(port),
    'tls-ca-cert-file': ca,
    'tls-cert-file': cert,
    'tls-key-file': key,
    'tls-auth-clients': 'no',
    'tls-replication': 'yes',
    'tls-cluster': 'yes',
  };
}

/** A PostgreSQL server of one test, which may stop or kill it. Its databases are not migrated. */
export interface TestPostgres {
  readonly url: string;
  /** Returns the same server's address with another database name. */
  urlFor(database: string): string;
  /** Kills the server process; its data stay. */
  kill(): Promise<void>;
  /** Ends the server in order; its data stay. */
  shutDown(): Promise<void>;
  /** Starts the server again after it was shut down or killed, with the same data and port. */
  restart(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server on a free port. With `tls` it accepts TLS only. */
export async function startTestPostgres(options: { tls?: TlsFiles | undefined } = {}): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
  const port = await findFreePort();
  const flags = options.tls ? await postgresTlsFlags(dataDir, options.tls) : [];
  const cluster = await clusterToCopy();
  if (cluster !== undefined) await copyCluster(cluster, dataDir);
  const start = () => startPostgres({ dataDir, port, flags });
  let server = await start();
  return {
    url: server.url,
    urlFor: (database) => server.urlFor(database),
    kill: () => killPostgres(server.process),
    shutDown: () => server.stop(),
    async restart() {
      server = await start();
    },
    async stop() {
      await server.stop();
      for (const folder of [server.dataDir, dataDir]) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies it to where a server with this data folder looks for its own, with its owner and modes, on which PostgreSQL insists. */
async function copyCluster(cluster: string, dataDir: string): Promise<void> {
  const folder = await reachableDirectory(dataDir, await findIdentity(dataDir));
  await promisify(execFile)('cp', ['-a', cluster, join(folder, 'cluster')]);
}

/** Copies certificate and key, because PostgreSQL accepts a key only if it belongs to the server's user. */
async function postgresTlsFlags(dataDir: string, { cert, key }: TlsFiles): Promise<string[]> {
  const identity = await findIdentity(dataDir);
  const folder = await reachableDirectory(dataDir, identity);
  const files = {
    ssl_cert_file: join(folder, 'server.crt'),
    ssl_key_file: join(folder, 'server.key'),
    hba_file: join(folder, 'hba.conf'),
  };
  await copyFile(cert, files.ssl_cert_file);
  await copyFile(key, files.ssl_key_file);
  await writeFile(files.hba_file, 'hostssl all all 127.0.0.1/32 trust\n');
  for (const file of Object.values(files)) if (identity) await chown(file, identity.uid, identity.gid);
  return Object.entries({ ssl: 'on', ...files }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export async function killProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Kills PostgreSQL and the processes of its connections, which otherwise go on answering until each has noticed that it is gone. */
export async function killPostgres(server: ChildProcess): Promise<void> {
  server.kill('SIGSTOP'); // no more of them are started meanwhile
  const connections = await childrenOf(server.pid!);
  const ended = killProcess(server);
  connections.forEach(killIfThere);
  await ended;
}

/** Lists the children of a process on Linux, and none elsewhere. */
async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function execute(url: string, statement: string): Promise<void> {
  return withClient(url, async (client) => void (await client.query(statement)));
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
