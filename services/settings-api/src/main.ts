import { startRetention } from '@bunting/retention';
import { runService, serve } from '@bunting/service';
import { createApp } from './app.ts';
import { readSettingsApiConfig } from './config.ts';
import { registerRollUpMetrics, startRollUp } from './events/start-roll-up.ts';
import { openDependencies } from './open-dependencies.ts';
import { retentionsOf } from './retentions.ts';

const insecureTargets =
  'WEBHOOK_ALLOW_INSECURE_TARGETS is on: endpoints may have http and private addresses, and lead to what only the dispatcher can reach.';

await runService({
  service: 'settings-api',
  env: process.env,
  readConfig: readSettingsApiConfig,
  async start(context) {
    const { config, log, registry, now } = context;
    if (config.WEBHOOK_ALLOW_INSECURE_TARGETS) log.warn(insecureTargets);
    const opened = await openDependencies(context);
    const { pool } = opened;
    context.defer(startRetention({ ...context, pool, retentions: retentionsOf(config) }));
    registerRollUpMetrics(registry, pool, now);
    const rollUps = startRollUp({ pool, log, intervalMs: config.EVENT_ROLLUP_INTERVAL_MS });
    context.defer(() => rollUps.stop());
    const app = createApp({ ...context, ...opened });
    await serve(context, { app, readiness: opened.readiness });
  },
});
