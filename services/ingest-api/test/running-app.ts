import type { Server } from 'node:http';
import type { Limits } from '@bunting/governance';
import { createTraceVerifier } from '@bunting/evaluation-trace';
import { createHttpServer, listen } from '@bunting/service';
import { testSecret } from '@bunting/testing';
import { startTestDependencies, type TestDependencies } from '@bunting/testing/apps';
import type { Pool } from 'pg';
import { createApp } from '../src/app.ts';
import { createIngestMetrics } from '../src/ingest-metrics.ts';
import { createEventNames } from '../src/storing/event-names.ts';
import { openWriteLimiter } from '../src/write-limiter.ts';
import { organisations } from './organisations.ts';

export interface RunningApp extends Pick<TestDependencies, 'pool' | 'lines' | 'apply' | 'stop'> {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
  /** The connections for writing events. */
  readonly writes: Pool;
  /** Returns the stored events, in the order in which they were received. */
  storedEvents(): Promise<StoredEvent[]>;
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

/** Starts the application in this process, with its own database and Redis. */
export async function startApp(
  options: {
    document?: object;
    limits?: Partial<Limits>;
    connections?: number;
    writeTimeoutMs?: number;
    maxBodyBytes?: number;
    now?: () => number;
    env?: Readonly<Record<string, string>>;
  } = {},
): Promise<RunningApp> {
  // Statements may take long here, because the test machine may be busy.
  const { connections = 8, writeTimeoutMs = 20_000, maxBodyBytes = 2 * 1024 * 1024 } = options;
  const { document = organisations } = options;
  const dependencies = await startTestDependencies({ ...options, service: 'ingest-api', document });
  const { context, pool } = dependencies;
  const { now, registry } = context;
  const { writeLimiter, pool: writes } = openWriteLimiter({
    ...context,
    config: {
      ...context.config,
      INGEST_API_WRITE_CONNECTIONS: connections,
      INGEST_API_WRITE_TIMEOUT_MS: writeTimeoutMs,
    },
  });
  const app = createApp({
    ...context,
    ...dependencies,
    traces: createTraceVerifier({ secrets: [testSecret], now }),
    writeLimiter,
    names: createEventNames({ writeLimiter, now }),
    metrics: createIngestMetrics(registry, 30),
    maxBodyBytes,
  });
  const server = createHttpServer(app);
  const listening = await listen(server, 0);
  context.defer(() => listening.drain(1_000));
  return {
    ...dependencies,
    server,
    port: listening.port,
    writes,
    storedEvents: () => readStoredEvents(pool),
  };
}

export async function readStoredEvents(pool: Pool): Promise<StoredEvent[]> {
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
