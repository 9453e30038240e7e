import { createPool } from '@bunting/database';
import {
  createDatabaseCheck,
  createHttpServer,
  createReadiness,
  createRegistry,
  followPostgres,
  createTally,
  runService,
  serve,
  type Logger,
} from '@bunting/http';
import { keepTrimmed } from '@bunting/retention';
import { startTracing } from '@bunting/tracing';
import { createApp } from './app.ts';
import { createMemoryBudget } from './body/memory-budget.ts';
import { readCoderefsApiConfig, type CoderefsApiConfig } from './config.ts';
import { retentionsOf } from './retentions.ts';
import { createOrganisationTurns } from './snapshot/organisation-turns.ts';
import { createRepositoryQueue } from './snapshot/repository-queue.ts';
import { mostReferences } from './snapshot/store-snapshot.ts';

/** A snapshot may come a long way, from a slow runner. */
const requestTimeoutMs = 5 * 60_000;
/** Long enough for the snapshots that have been received. */
const drainTimeoutMs = 20_000;
/** Snapshots of the largest size that may be in memory at the same time, of four organisations: each holds a quarter at most. */
const largestSnapshots = 4;

async function start(config: CoderefsApiConfig, log: Logger): Promise<void> {
  const tracing = await startTracing(process.env, {
    service: 'coderefs-api',
    warn: (message) => log.warn(message),
  });
  const onError = (error: Error) => log.warn({ reason: error.message }, 'A connection to PostgreSQL broke');
  const pool = createPool(config.DATABASE_URL, { max: 5, application_name: 'coderefs-api', onError });
  const snapshotPool = createPool(config.DATABASE_URL, {
    max: 4,
    application_name: 'coderefs-api:snapshots',
    connectionTimeoutMillis: 60_000,
    onError,
  });
  const registry = createRegistry({ withProcessMetrics: true });
  followPostgres(registry, { main: pool, snapshots: snapshotPool });
  const checkDatabase = createDatabaseCheck(pool);
  const readiness = createReadiness(checkDatabase);
  const retentions = retentionsOf(config.CODE_REFERENCES_RETENTION_DAYS);
  const endTrimming = keepTrimmed({ pool, retentions, registry, log });
  const app = createApp({
    pool,
    snapshotPool,
    organisations: createOrganisationTurns(),
    repositories: createRepositoryQueue(),
    memory: createMemoryBudget(largestSnapshots * config.CODE_REFERENCES_MAX_BODY_BYTES),
    maxBodyBytes: config.CODE_REFERENCES_MAX_BODY_BYTES,
    mostReferences,
    snapshots: createTally({
      registry,
      name: 'code_reference_snapshots_total',
      help: 'Snapshots of code references that were taken in, by outcome (changed or same).',
      label: 'outcome',
    }),
    log,
    registry,
    tracing,
    readiness,
    checkDatabase,
  });
  await serve({
    server: createHttpServer(tracing?.ofRequests(app) ?? app, { requestTimeoutMs }),
    port: config.PORT,
    host: config.HOST,
    log,
    readiness,
    drainDelayMs: config.SHUTDOWN_DELAY_MS,
    drainTimeoutMs,
    async close() {
      await endTrimming();
      await Promise.all([pool.end(), snapshotPool.end()]);
      await tracing?.stop();
    },
  });
}

await runService({ service: 'coderefs-api', env: process.env, readConfig: readCoderefsApiConfig, start });
