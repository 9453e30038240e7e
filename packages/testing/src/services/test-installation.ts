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
  /** Starts a process of another service. */
  startOther(service: string): Promise<ServiceProcess>;
  /** Applies a bootstrap document and announces the change. */
  apply(document: object): Promise<void>;
  /** Kills the processes that still run, and stops both servers. */
  stop(): Promise<void>;
}

/** Starts the servers and applies the bootstrap document `document`. The service is started by `start`. */
export async function createTestInstallation(service: string, document: object): Promise<TestInstallation> {
  const [postgres, redis] = await Promise.all([startTestPostgres(), startTestRedis()]);
  await migrate({ databaseUrl: postgres.url });
  const apply = async (changed: object) => {
    const pool = createPool(postgres.url);
    const connection = new Redis(redis.url);
    recordSecrets(changed);
    await applyDocument({ pool, redis: connection }, changed);
    connection.disconnect();
    await pool.end();
  };
  await apply(document);
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const started: ServiceProcess[] = [];
  const startService = async (name: string, more = {}) => {
    const process = await startTestService(name, { ...env, ...more });
    started.push(process);
    return process;
  };
  return {
    apply,
    startOther: (name) => startService(name),
    postgres,
    redis,
    env,
    start: (more) => startService(service, more),
    async stop() {
      await Promise.all(started.map((process) => process.stop('SIGKILL')));
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}
