import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedis, untilRedisReady } from '@bunting/access';
import { applyDocument } from '@bunting/bootstrap';
import { createPool, migrate } from '@bunting/database';
import { createLogger } from '@bunting/http';
import { findFreePort, type LocalPostgres } from '@bunting/local';
import { startTestPostgres, startTestRedis } from '@bunting/local/testing';
import { organisations } from './organisations.ts';
import { startService, type ServiceProcess } from './service-process.ts';

/** PostgreSQL and Redis of one test alone, so that it may kill them. */
export interface Installation {
  readonly databaseUrl: string;
  readonly redis: Awaited<ReturnType<typeof startTestRedis>>;
  postgres(): LocalPostgres;
  /** With the same data on the same port, after it was stopped or killed. */
  restartPostgres(): Promise<void>;
  start(env?: Record<string, string>): Promise<ServiceProcess>;
  stop(): Promise<void>;
}

export async function createInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
  const port = await findFreePort();
  const [first, redis] = await Promise.all([startTestPostgres({ dataDir, port }), startTestRedis()]);
  let postgres = first;
  const databaseUrl = postgres.url;
  await migrate({ databaseUrl });
  const pool = createPool(databaseUrl);
  const log = createLogger({ service: 'test', level: 'error' });
  const connection = createRedis(redis.url, { name: 'test', log });
  await untilRedisReady(connection, 5_000);
  await applyDocument({ pool, redis: connection }, organisations);
  connection.disconnect();
  await pool.end();
  const started: ServiceProcess[] = [];
  return {
    databaseUrl,
    redis,
    postgres: () => postgres,
    async restartPostgres() {
      postgres = await startTestPostgres({ dataDir, port });
    },
    async start(env = {}) {
      const service = await startService(
        { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, ...env },
        await findFreePort(),
      );
      started.push(service);
      return service;
    },
    async stop() {
      for (const service of started) if (service.child.exitCode === null) await service.stop('SIGKILL');
      await Promise.all([postgres.stop(), redis.stop()]);
      for (const folder of [postgres.dataDir, dataDir]) await rm(folder, { recursive: true, force: true });
    },
  };
}
