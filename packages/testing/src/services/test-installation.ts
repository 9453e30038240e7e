import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { migrate } from '@bunting/database/migrate';
import { Redis } from 'ioredis';
import {
  startTestPostgres,
  startTestRedis,
  type TestPostgres,
  type TestRedis,
} from '../postgres/test-databases.ts';
import { recordSecrets } from './recorded-logs.ts';
import { startTestService, type ServiceProcess } from './test-service.ts';

/** A PostgreSQL and a Redis of one test alone, which may stop and kill them, and processes of one service. */
export interface TestInstallation {
  readonly postgres: TestPostgres;
  readonly redis: TestRedis;
  /** The addresses of PostgreSQL and Redis. */
  readonly env: Readonly<Record<'DATABASE_URL' | 'REDIS_URL', string>>;
  /** Starts a process of the service; resolves when it is ready. */
  start(env?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** Kills the processes that still run, and stops both servers. */
  stop(): Promise<void>;
}

/** Starts the servers and applies the bootstrap document `document`. The service is started by `start`. */
export async function createTestInstallation(service: string, document: object): Promise<TestInstallation> {
  const [postgres, redis] = await Promise.all([startTestPostgres(), startTestRedis()]);
  await migrate({ databaseUrl: postgres.url });
  const pool = createPool(postgres.url);
  const connection = new Redis(redis.url);
  recordSecrets(document);
  await applyDocument({ pool, redis: connection }, document);
  connection.disconnect();
  await pool.end();
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const started: ServiceProcess[] = [];
  return {
    postgres,
    redis,
    env,
    async start(more = {}) {
      const process = await startTestService(service, { ...env, ...more });
      started.push(process);
      return process;
    },
    async stop() {
      await Promise.all(started.map((process) => process.stop('SIGKILL')));
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}
