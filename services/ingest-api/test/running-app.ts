import type { Server } from 'node:http';
import { createGovernance, createRedis, defaultLimits, untilRedisReady, type Limits } from '@bunting/access';
import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { createDatafileMetrics, createDatafileStore } from '@bunting/datafile';
import { createTraceVerifier } from '@bunting/evaluation-trace';
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
import { createIngestMetrics } from '../src/ingest-metrics.ts';
import { createWriteGate } from '../src/write-gate.ts';
import { createWritePool } from '../src/write-pool.ts';
import { organisations } from './organisations.ts';
import { traceSecret } from './traces.ts';

export interface RunningApp {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
  readonly pool: ReturnType<typeof createPool>;
  /** The connections that events are written over. */
  readonly writes: ReturnType<typeof createPool>;
  /** What the service logged, at every level. */
  readonly lines: Record<string, unknown>[];
  /** What is stored, in the order in which it was taken in. */
  storedEvents(): Promise<StoredEvent[]>;
  stop(): Promise<void>;
}

export interface StoredEvent {
  readonly id: string;
  readonly environment: string;
  readonly variable: string;
  readonly variation: string;
  readonly event: string;
  readonly user_key: string | null;
  readonly value: number | null;
  readonly occurred_at: Date;
  readonly event_id: string | null;
  readonly evaluation_trace_verified: boolean;
}

/** The application in this process, on a database and a Redis of its own. */
export async function startApp(
  options: {
    document?: object;
    limits?: Partial<Limits>;
    connections?: number;
    writeTimeoutMs?: number;
    maxBodyBytes?: number;
    now?: () => number;
  } = {},
): Promise<RunningApp> {
  // Statements may take long here: the machine that tests has other work too.
  const {
    connections = 8,
    writeTimeoutMs = 20_000,
    maxBodyBytes = 2 * 1024 * 1024,
    now = Date.now,
  } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const [database, redisServer] = await Promise.all([createTestDatabase(), startTestRedis()]);
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const log = createLogger({ service: 'ingest-api', level: 'debug', destination });
  const pool = createPool(database.url);
  const writes = createWritePool({
    databaseUrl: database.url,
    connections,
    timeoutMs: writeTimeoutMs,
    onError: () => {},
  });
  const connect = (name: string) => createRedis(redisServer.url, { name, log });
  const redises = ['governance', 'datafiles', 'subscriber'].map(connect);
  const [governanceRedis, datafileRedis, subscriber] = redises as [Redis, Redis, Redis];
  await Promise.all(redises.map((redis) => untilRedisReady(redis, 5_000)));
  await applyDocument({ pool, redis: datafileRedis }, options.document ?? organisations);

  const registry = createRegistry({ withProcessMetrics: false });
  const governance = createGovernance({ redis: governanceRedis, pool, limits, now, log });
  const environments = createDatafileStore({
    pool,
    redis: datafileRedis,
    subscriber,
    now,
    log,
    pollIntervalMs: 1_000,
  });
  createDatafileMetrics(registry).follow(environments);
  const app = createApp({
    environments,
    governance,
    limits,
    traces: createTraceVerifier({ secrets: [traceSecret], now }),
    gate: createWriteGate({ ...writes, now, log }),
    metrics: createIngestMetrics(registry),
    maxBodyBytes,
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
    writes: writes.pool,
    lines,
    storedEvents: () => readStoredEvents(pool),
    async stop() {
      await listening.drain(1_000);
      environments.close();
      await governance.close();
      for (const redis of redises) redis.disconnect();
      await Promise.all([pool.end(), writes.pool.end()]);
      await Promise.all([database.drop(), redisServer.stop()]);
    },
  };
}

type Redis = ReturnType<typeof createRedis>;

export async function readStoredEvents(pool: ReturnType<typeof createPool>): Promise<StoredEvent[]> {
  const { rows } = await pool.query<StoredEvent>(
    `SELECT stored_event.id, environment.slug AS environment, variable.slug AS variable, variation.slug AS variation,
        event, user_key, value, occurred_at, event_id, evaluation_trace_verified
      FROM stored_event
      JOIN environment ON environment.id = environment_id
      JOIN variable ON variable.id = variable_id
      JOIN variation ON variation.id = variation_id
      ORDER BY stored_event.id`,
  );
  return rows;
}
