/** What tests of every package use: databases and Redis servers of their own, real ones. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { startPostgres, type LocalPostgres } from './postgres.ts';
import { findRedisProgram, startRedis, type LocalRedis } from './redis.ts';

export { findPgBouncer, startTestPgBouncer, type TestPgBouncer } from './testing-pgbouncer.ts';
export {
  startTestRedisCluster,
  startTestRedisSentinels,
  type TestRedisCluster,
  type TestRedisSentinels,
} from './testing-redis.ts';

export { startOtlpReceiver, type ReceivedSpan } from './testing-otlp.ts';

export const templateDatabase = 'bunting_template';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh, migrated database on the test run's PostgreSQL (`TEST_DATABASE_URL`, set by Jest's global set-up). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const base = process.env['TEST_DATABASE_URL'];
  if (!base)
    throw new Error('TEST_DATABASE_URL is not set: run tests through Jest, which starts PostgreSQL.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(base, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(base, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** A Redis of its own on a free port; the directory goes when it stops. */
export async function startTestRedis(options: { port?: number } = {}): Promise<LocalRedis> {
  const program = findRedisProgram();
  if (!program)
    throw new Error(
      'No redis-server or valkey-server on the PATH: install one, or run npm test, which does.',
    );
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-redis-'));
  const redis = await startRedis({ program, dataDir, port: options.port ?? (await findFreePort()) });
  redis.process.once('exit', () => void rm(dataDir, { recursive: true, force: true }));
  return redis;
}

/**
 * A PostgreSQL server of its own, for tests that stop or kill it. Empty: migrate it first. Its data go when it is
 * stopped, unless they are in a directory that the test gave.
 */
export async function startTestPostgres(
  options: { dataDir?: string; port?: number } = {},
): Promise<LocalPostgres> {
  const port = options.port ?? (await findFreePort());
  if (options.dataDir !== undefined) return startPostgres({ dataDir: options.dataDir, port });
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
  const postgres = await startPostgres({ dataDir, port });
  return {
    ...postgres,
    async stop() {
      await postgres.stop();
      for (const folder of [postgres.dataDir, dataDir]) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
