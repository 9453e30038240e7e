/** Databases and Redis servers of a test's own, real ones. */
import type { ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { redisProgram, sharedPostgresUrl } from '../services/test-run.ts';

export const templateDatabase = 'bunting_template';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** What databases of many tests begin with. The first that asks for it fills one, and all get copies. */
export interface Filling {
  /** Other contents, another key. */
  readonly key: string;
  /** Leaves no connection open. */
  readonly fill: (url: string) => Promise<void>;
}

/** A fresh, migrated database on the test run's PostgreSQL, empty unless a filling is given. The first call starts the server. */
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

/** The name of a database that is filled so. */
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

export interface TestRedis extends LocalRedis {
  kill(): Promise<void>;
}

/** A Redis of its own on a free port, which takes TLS alone if it gets a certificate; the directory goes when it stops. */
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

/** TLS from clients, and between servers; nobody else needs a certificate. */
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

/** A PostgreSQL server of its own, for tests that stop or kill it. Empty: migrate it first. */
export interface TestPostgres {
  readonly url: string;
  /** The same server's address with another database name. */
  urlFor(database: string): string;
  kill(): Promise<void>;
  /** In order; its data stay. */
  shutDown(): Promise<void>;
  /** With the same data on the same port, after it was shut down or killed. */
  restart(): Promise<void>;
  /** For good: its data go. */
  stop(): Promise<void>;
}

/** Takes TLS alone if it gets a certificate. */
export async function startTestPostgres(options: { tls?: TlsFiles | undefined } = {}): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
  const port = await findFreePort();
  const flags = options.tls ? await postgresTlsFlags(dataDir, options.tls) : [];
  const start = () => startPostgres({ dataDir, port, flags });
  let server = await start();
  return {
    url: server.url,
    urlFor: (database) => server.urlFor(database),
    kill: () => killProcess(server.process),
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

/** PostgreSQL takes a key only if it belongs to the user that PostgreSQL runs as. */
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
