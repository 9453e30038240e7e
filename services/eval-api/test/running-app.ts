import type { Server } from 'node:http';
import { createGovernance, createRedis, defaultLimits, untilRedisReady, type Limits } from '@bunting/access';
import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { createDatafileMetrics, createDatafileStore } from '@bunting/datafile';
import { createTraceSigner } from '@bunting/evaluation-trace';
import {
  createDatabaseCheck,
  createHttpServer,
  createLogger,
  createReadiness,
  createRegistry,
  listen,
} from '@bunting/http';
import { createTestDatabase, startTestRedis } from '@bunting/local/testing';
import { createApp } from '../src/app.ts';
import { createEvaluationMetrics } from '../src/evaluation-metrics.ts';

export const traceSecret = 'a secret for nothing but the tests of traces';

export interface RunningApp {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
  readonly pool: ReturnType<typeof createPool>;
  readonly redis: ReturnType<typeof createRedis>;
  /** What the service logged, at every level. */
  readonly lines: Record<string, unknown>[];
  /** Changes what is served, as the other services do. */
  apply(document: object): Promise<void>;
  stop(): Promise<void>;
}

/** The application in this process, on a database and a Redis of its own that hold `document`. */
export async function startApp(options: { document: object; limits?: Partial<Limits> }): Promise<RunningApp> {
  const limits = { ...defaultLimits, ...options.limits };
  const [database, redisServer] = await Promise.all([createTestDatabase(), startTestRedis()]);
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const log = createLogger({ service: 'eval-api', level: 'debug', destination });
  const now = Date.now;
  const pool = createPool(database.url);
  const connect = (name: string) => createRedis(redisServer.url, { name, log });
  const governanceRedis = connect('governance');
  const datafileRedis = connect('datafiles');
  const subscriber = connect('subscriber');
  const connections = [governanceRedis, datafileRedis, subscriber];
  await Promise.all(connections.map((redis) => untilRedisReady(redis, 5_000)));
  const apply = async (document: object) => {
    await applyDocument({ pool, redis: datafileRedis }, document);
  };
  await apply(options.document);

  const registry = createRegistry({ withProcessMetrics: false });
  const datafileMetrics = createDatafileMetrics(registry);
  const governance = createGovernance({ redis: governanceRedis, pool, limits, now, log });
  const environments = createDatafileStore({
    pool,
    redis: datafileRedis,
    subscriber,
    now,
    log,
    pollIntervalMs: 1_000,
    onReload: datafileMetrics.onReload,
    onReloadFailure: datafileMetrics.onReloadFailure,
  });
  datafileMetrics.follow(environments);
  const app = createApp({
    environments,
    governance,
    limits,
    traces: createTraceSigner({ secret: traceSecret, now }),
    metrics: createEvaluationMetrics(registry),
    maxBodyBytes: 100 * 1024,
    now,
    log,
    registry,
    readiness: createReadiness(() => true),
    checkDatabase: createDatabaseCheck(pool),
  });
  const server = createHttpServer(app);
  const listening = await listen(server, 0);

  return {
    server,
    port: listening.port,
    pool,
    redis: datafileRedis,
    lines,
    apply,
    async stop() {
      await listening.drain(1_000);
      environments.close();
      await governance.close();
      for (const redis of connections) redis.disconnect();
      await pool.end();
      await Promise.all([database.drop(), redisServer.stop()]);
    },
  };
}
