import { startRetention } from '@bunting/retention';
import { createDatabaseCheck, createReadiness, openPostgres, runService, serve } from '@bunting/service';
import { createApp } from './app.ts';
import { readDispatcherConfig } from './config.ts';
import { createDispatcherMetrics } from './dispatcher-metrics.ts';
import { createRetentions } from './retentions.ts';
import { startWorker } from './worker.ts';

await runService({
  service: 'webhook-dispatcher',
  env: process.env,
  readConfig: readDispatcherConfig,
  async start(context) {
    const { config, registry, log } = context;
    if (config.WEBHOOK_ALLOW_INSECURE_TARGETS) {
      log.warn('WEBHOOK_ALLOW_INSECURE_TARGETS is true: webhooks may be sent to http and private addresses');
    }
    const pool = openPostgres(context, 'main', { pipeline: true, max: 6, statement_timeout: 30_000 });
    const retentions = createRetentions(config.WEBHOOK_RETENTION_DAYS);
    context.defer(startRetention({ ...context, pool, retentions }));
    const queues = startWorker({ context, pool, metrics: createDispatcherMetrics(registry) });
    const checkDatabase = createDatabaseCheck(pool);
    const readiness = createReadiness(checkDatabase);
    const app = createApp({
      ...context,
      queues,
      staffToken: config.STAFF_API_TOKEN,
      readiness,
      checkDatabase,
    });
    await serve(context, { app, readiness });
  },
});
