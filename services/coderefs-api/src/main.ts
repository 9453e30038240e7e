import { createLastUses } from '@bunting/authentication';
import { createPool } from '@bunting/database';
import { createDatabaseCheck, createHttpServer, createReadiness, runService, serve } from '@bunting/service';
import { createRegistry, registerPostgresMetrics, type Logger } from '@bunting/observability';
import { startRetention } from '@bunting/retention';
import { startTracing } from '@bunting/observability';
import { createApp } from './app.ts';
import { createMemoryBudget } from './body/memory-budget.ts';
import { readCoderefsApiConfig, type CoderefsApiConfig } from './config.ts';
import { retentionsOf } from './retentions.ts';
import { createOrganisationSemaphores } from './snapshot/organisation-turns.ts';
import { createRepositoryQueue } from './snapshot/repository-queue.ts';
import { createSnapshotCounter } from './snapshot-metrics.ts';

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
  registerPostgresMetrics(registry, { main: pool, snapshots: snapshotPool });
  const checkDatabase = createDatabaseCheck(pool);
  const readiness = createReadiness(checkDatabase);
  const retentions = retentionsOf(config.CODE_REFERENCES_RETENTION_DAYS);
  const endTrimming = startRetention({ pool, retentions, registry, log });
  const tokenUses = createLastUses({ pool, table: 'api_token', log });
  const app = createApp({
    pool,
    tokenUses,
    snapshotPool,
    organisations: createOrganisationSemaphores(),
    repositories: createRepositoryQueue(),
    memory: createMemoryBudget(largestSnapshots * config.CODE_REFERENCES_MAX_BODY_BYTES),
    maxBodyBytes: config.CODE_REFERENCES_MAX_BODY_BYTES,
    snapshots: createSnapshotCounter(registry),
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
      await Promise.all([endTrimming(), tokenUses.close()]);
      await Promise.all([pool.end(), snapshotPool.end()]);
      await tracing?.stop();
    },
  });
}

await runService({ service: 'coderefs-api', env: process.env, readConfig: readCoderefsApiConfig, start });
