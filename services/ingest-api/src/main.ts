import { openEnvironments } from '@bunting/environments';
import { createTraceVerifier } from '@bunting/evaluation-trace';
import { startRetention } from '@bunting/retention';
import { runService, serve } from '@bunting/service';
import { createApp } from './app.ts';
import { readIngestApiConfig, type IngestApiConfig } from './config.ts';
import { createIngestMetrics } from './ingest-metrics.ts';
import { createRetentions } from './retentions.ts';
import { createEventNames } from './storing/event-names.ts';
import { openWriteLimiter } from './write-limiter.ts';

/** Bodies that are read need more of the heap than those of evaluations. */
const heapPart = 0.5;

await runService({
  service: 'ingest-api',
  env: process.env,
  readConfig: readIngestApiConfig,
  async start(context) {
    const { config, registry, now } = context;
    const opened = await openEnvironments(context, {
      limits: { bytesPerMinute: bytesPerMinuteOf(config) },
      heapPart,
    });
    const retentions = createRetentions(config.EVENT_RETENTION_DAYS);
    context.defer(startRetention({ ...context, pool: opened.pool, retentions }));
    const { writeLimiter } = openWriteLimiter(context);
    const secrets = [config.EVALUATION_TRACE_SECRET, config.EVALUATION_TRACE_SECRET_PREVIOUS];
    const app = createApp({
      ...context,
      ...opened,
      traces: createTraceVerifier({ secrets: secrets.filter((secret) => secret !== undefined), now }),
      writeLimiter,
      names: createEventNames({ writeLimiter, now }),
      metrics: createIngestMetrics(registry, config.EVENT_RETENTION_DAYS),
      maxBodyBytes: config.INGEST_API_MAX_BODY_BYTES,
    });
    await serve(context, { app, readiness: opened.readiness });
  },
});

/** Returns the limit of bytes. The switch for the rate of requests switches it off, too. */
function bytesPerMinuteOf(config: IngestApiConfig): number {
  return config.EVAL_API_RATE_LIMIT_DISABLED ? Infinity : config.INGEST_API_MAX_BYTES_PER_MINUTE;
}
