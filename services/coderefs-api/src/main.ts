import { startRetention } from '@bunting/retention';
import { runService, serve } from '@bunting/service';
import { createApp } from './app.ts';
import { readCoderefsApiConfig } from './config.ts';
import { openDependencies } from './open-dependencies.ts';
import { createRetentions } from './retentions.ts';

/** A snapshot may take minutes to arrive from a slow runner. */
const requestTimeoutMs = 5 * 60_000;
/** Long enough to store the snapshots that have been received. */
const drainTimeoutMs = 20_000;

await runService({
  service: 'coderefs-api',
  env: process.env,
  readConfig: readCoderefsApiConfig,
  async start(context) {
    const opened = openDependencies(context);
    const retentions = createRetentions(context.config.CODE_REFERENCES_RETENTION_DAYS);
    context.defer(startRetention({ ...context, pool: opened.pool, retentions }));
    const app = createApp({ ...context, ...opened });
    await serve(context, { app, readiness: opened.readiness, requestTimeoutMs, drainTimeoutMs });
  },
});
