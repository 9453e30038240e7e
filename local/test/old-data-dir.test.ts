import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '@bunting/database/migrate';
import { findFreePort, findRedisProgram, startPostgres, startRedis } from '@bunting/embedded-servers';
import { Redis } from 'ioredis';
import pg from 'pg';
import { applyBootstrap } from '../src/data/apply-bootstrap.ts';
import { createAsking } from './installation/ask.ts';
import { demo } from './installation/demo.ts';
import { makeDataParent } from './make-data-parent.ts';
import { freePorts, runStart, type StartCommand } from './start-command.ts';

const folder = await makeDataParent('bunting-old-');
const dataDir = join(folder, 'data');
const sealingKey = 'sealed signing secrets before';
const tokens = { EVALUATION_TRACE_SECRET: 'x'.repeat(40), SESSION_SECRET: 'y'.repeat(40) };
const kept = { ...tokens, SECRETS_ENCRYPTION_KEY: sealingKey, STAFF_API_TOKEN: 'z'.repeat(40) };
const cluster = join(dataDir, 'postgres', 'cluster');
const ports = await freePorts();
let running: StartCommand;

/**
 * Creates a data directory as earlier releases left it: every connection is the superuser, who owns all objects, and
 * files have the modes of the umask.
 */
async function makeOldDataDir(): Promise<void> {
  await mkdir(dataDir, { mode: 0o755 });
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(kept), { mode: 0o600 });
  await writeFile(join(dataDir, 'processes.json'), '[]', { mode: 0o644 });
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), port: await findFreePort() });
  const redis = await startRedis({
    program: findRedisProgram()!,
    dataDir: join(dataDir, 'redis'),
    port: await findFreePort(),
  });
  await execute(postgres.url, 'CREATE DATABASE bunting');
  const url = postgres.urlFor('bunting');
  await migrate({ databaseUrl: url });
  await applyBootstrap(join(import.meta.dirname, '../demo.yaml'), {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    SECRETS_ENCRYPTION_KEY: sealingKey,
  });
  // Objects of somebody else in the same database: a view, a schema, a function and a serial column.
  await execute(
    url,
    `CREATE SCHEMA own; CREATE TABLE own.note (id serial, at int GENERATED ALWAYS AS IDENTITY, words text);
     CREATE VIEW own.notes AS SELECT * FROM own.note; INSERT INTO own.note (words) VALUES ('kept');
     CREATE FUNCTION own.twice(n int) RETURNS int LANGUAGE sql AS 'SELECT 2 * n'; CREATE SEQUENCE own.numbers`,
  );
  const connection = new Redis(redis.url);
  await connection.set('kept', 'here');
  connection.disconnect();
  await Promise.all([postgres.stop(), redis.stop()]);
  await chmod(join(dataDir, 'redis'), 0o755);
  await chmod(join(dataDir, 'redis', 'appendonlydir'), 0o755);
  expect(await readFile(join(cluster, 'pg_hba.conf'), 'utf8')).toMatch(/^host .*trust$/m);
}

async function execute(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await makeOldDataDir();
  running = runStart({ ...ports, DATA_DIR: dataDir, BOOTSTRAP_FILE: '' });
  await running.ready;
});
afterAll(async () => {
  running.send('SIGTERM');
  await running.ended;
  await rm(folder, { recursive: true, force: true });
});

describe('a data directory of an earlier release', () => {
  const passwords = async () =>
    JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const urlOf = async (user: string, password: string) => {
    const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3];
    return `postgresql://${user}:${password}@127.0.0.1:${port}/bunting`;
  };

  it('serves what it contained', async () => {
    const ask = createAsking(`http://127.0.0.1:${ports['PORT']}`);
    const body = { user: { id: 'user-1', email: 'jo@acme.example' } };
    const key = { 'X-API-Key': demo.environmentKey };
    const { text } = await ask('POST', '/v1/variables/checkout-enabled', key, body);
    expect(text).toContain('"reason":"targeting_rule_matched"');
  });

  it('keeps its secrets, and gets passwords too', async () => {
    const found = await passwords();
    expect(found).toMatchObject(kept);
    // Two passwords, and the key of the secrets that sign users, which it did not have.
    expect(Object.keys(found).length).toBe(Object.keys(kept).length + 3);
  });

  it('accepts no connection as the superuser any more', async () => {
    await expect(execute(await urlOf('bunting', ''), 'SELECT 1')).rejects.toThrow('no pg_hba.conf entry');
    const { rows } = await execute(
      await urlOf('bunting_app', (await passwords())['EMBEDDED_POSTGRES_PASSWORD']!),
      `SELECT rolsuper FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rows).toEqual([{ rolsuper: false }]);
  });

  it('makes the new role the owner of everything in the database', async () => {
    const url = await urlOf('bunting_app', (await passwords())['EMBEDDED_POSTGRES_PASSWORD']!);
    const { rows } = await execute(
      url,
      `SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname IN ('public', 'mine') AND pg_get_userbyid(relowner) <> 'bunting_app'`,
    );
    expect(rows).toEqual([]);
    await execute(
      url,
      `ALTER TABLE organisation ADD COLUMN more int; ALTER TABLE organisation DROP COLUMN more;
       INSERT INTO own.note (words) VALUES ('new'); DROP FUNCTION own.twice; DROP SEQUENCE own.numbers;
       DROP VIEW own.notes; DROP TABLE own.note; DROP SCHEMA own`,
    );
  });

  it('is closed to others', async () => {
    expect((await stat(dataDir)).mode & 0o707).toBe(0o700);
    for (const [path, mode] of [
      ['redis', 0o700],
      ['redis/appendonlydir', 0o700],
      ['redis/appendonlydir/appendonly.aof.manifest', 0o600],
      ['processes.json', 0o600],
    ] as const) {
      expect([path, (await stat(join(dataDir, path))).mode & 0o777]).toEqual([path, mode]);
    }
  });
});
