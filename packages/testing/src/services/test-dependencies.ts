import { createGovernance, defaultLimits, type Governance, type Limits } from '@bunting/governance';
import { createRedis, untilRedisReady, type RedisConnection } from '@bunting/redis';
import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { createDatafileMetrics, createDatafileStore, type DatafileStore } from '@bunting/datafile';
import { createRegistry, type Logger, type Registry } from '@bunting/observability';
import type { Pool } from 'pg';
import { createTestDatabase, startTestRedis } from '../postgres/test-databases.ts';
import { governanceWithLongTimeouts } from './governance-with-long-timeouts.ts';
import { filledWith } from '../filling.ts';
import { createTestLog, type LogLine } from './test-log.ts';
import { recordSecrets } from './recorded-logs.ts';

/** What a service that knows environments leans on, over a database and a Redis of its own. */
export interface TestDependencies {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly redis: RedisConnection;
  readonly limits: Limits;
  readonly governance: Governance;
  readonly environments: DatafileStore;
  readonly registry: Registry;
  readonly log: Logger;
  /** What was logged. */
  readonly lines: LogLine[];
  /** Changes what is served, as the other services do. */
  readonly apply: (document: object) => Promise<void>;
  stop(): Promise<void>;
}

export async function startTestDependencies(options: {
  service: string;
  document: object;
  limits?: Partial<Limits> | undefined;
  now?: () => number;
  /** How often PostgreSQL is asked what changed, beside what is announced. */
  pollIntervalMs?: number | undefined;
}): Promise<TestDependencies> {
  const { service, document, now = Date.now, pollIntervalMs = 1_000 } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const [database, redisServer] = await Promise.all([
    createTestDatabase(filledWith(document)),
    startTestRedis(),
  ]);
  recordSecrets(document);
  const { log, lines } = createTestLog(service);
  const pool = createPool(database.url);
  const connect = (name: string) => createRedis(redisServer.url, { name, log });
  const governanceRedis = connect('governance');
  const redis = connect('datafiles');
  const subscriber = connect('subscriber');
  const connections = [governanceRedis, redis, subscriber];
  await Promise.all(connections.map((connection) => untilRedisReady(connection, 5_000)));
  const apply = async (changed: object) => void (await applyDocument({ pool, redis }, changed));

  const registry = createRegistry({ withProcessMetrics: false });
  const datafileMetrics = createDatafileMetrics(registry);
  const governance = createGovernance({
    redis: governanceRedis,
    pool,
    limits,
    now,
    log,
    ...governanceWithLongTimeouts,
  });
  const environments = createDatafileStore({
    pool,
    redis,
    subscriber,
    now,
    log,
    pollIntervalMs,
    onReload: datafileMetrics.onReload,
    onReloadFailure: datafileMetrics.onReloadFailure,
  });
  datafileMetrics.follow(environments);
  return {
    databaseUrl: database.url,
    pool,
    redis,
    limits,
    governance,
    environments,
    registry,
    log,
    lines,
    apply,
    async stop() {
      environments.close();
      await governance.close();
      for (const connection of connections) connection.disconnect();
      await pool.end();
      await Promise.all([database.drop(), redisServer.stop()]);
    },
  };
}
