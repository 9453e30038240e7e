import { createPool } from '@bunting/database';
import { createDatabaseCheck, createHttpServer, createReadiness, runService, serve } from '@bunting/service';
import {
  createRegistry,
  registerRedisMetrics,
  registerPostgresMetrics,
  type Logger,
} from '@bunting/observability';
import { startRetention } from '@bunting/retention';
import { startTracing } from '@bunting/observability';
import { createApp } from './app.ts';
import { readDispatcherConfig, type DispatcherConfig } from './config.ts';
import { maxPerOrganisation } from './dispatch/shares.ts';
import { createDispatcherMetrics } from './dispatcher-metrics.ts';
import { retentionsOf } from './retentions.ts';
import { startWorker } from './worker.ts';

async function start(config: DispatcherConfig, log: Logger): Promise<void> {
  const tracing = await startTracing(process.env, {
    service: 'webhook-dispatcher',
    warn: (message) => log.warn(message),
  });
  if (config.WEBHOOK_ALLOW_INSECURE_TARGETS) {
    log.warn('WEBHOOK_ALLOW_INSECURE_TARGETS is true: webhooks go to http and to private addresses');
  }
  const pool = createPool(config.DATABASE_URL, {
    pipeline: true,
    max: 6,
    application_name: 'webhook-dispatcher',
    statement_timeout: 30_000,
    onError: (error) => log.warn({ reason: error.message }, 'A connection to PostgreSQL broke'),
  });
  const registry = createRegistry({ withProcessMetrics: true });
  registerPostgresMetrics(registry, { main: pool });
  const metrics = createDispatcherMetrics(registry);
  const checkDatabase = createDatabaseCheck(pool);
  const worker = startWorker({ config, pool, metrics, tracing, log });
  registerRedisMetrics(registry, worker.connections);
  metrics.follow({
    queues: worker.queues,
    pool,
    inFlight: () => worker.inFlight(),
    perOrganisation: maxPerOrganisation(config.WEBHOOK_MAX_IN_FLIGHT),
  });
  const readiness = createReadiness(checkDatabase);
  const retentions = retentionsOf(config.WEBHOOK_RETENTION_DAYS);
  const endTrimming = startRetention({ pool, retentions, registry, log });
  const { queues } = worker;
  const app = createApp({
    log,
    registry,
    tracing,
    readiness,
    checkDatabase,
    queues,
    staffToken: config.STAFF_API_TOKEN,
  });
  await serve({
    server: createHttpServer(tracing?.ofRequests(app) ?? app),
    port: config.PORT,
    host: config.HOST,
    log,
    readiness,
    drainDelayMs: config.SHUTDOWN_DELAY_MS,
    async close() {
      await Promise.all([worker.stop(), endTrimming()]);
      await pool.end();
      await tracing?.stop();
    },
  });
}

await runService({
  service: 'webhook-dispatcher',
  env: process.env,
  readConfig: readDispatcherConfig,
  start,
});
