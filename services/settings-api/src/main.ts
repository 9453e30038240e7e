import type { RecordedChange } from '@bunting/changes';
import { startRetention } from '@bunting/retention';
import { runService, serve } from '@bunting/service';
import { startAdviceReports } from './advice/report-advice.ts';
import { createApp } from './app.ts';
import { createExpiry } from './change-requests/expire-requests.ts';
import { startWaker, wakeAbout } from './change-requests/waking/waker.ts';
import { createWakingMetrics } from './change-requests/waking/waking-metrics.ts';
import { readSettingsApiConfig } from './config.ts';
import { rollUpEvaluations } from './evaluation-counts/roll-up.ts';
import { rollUp } from './events/roll-up.ts';
import { openDependencies } from './open-dependencies.ts';
import { createRetentions } from './retentions.ts';
import { registerMauMetrics } from './usage/mau-metrics.ts';
import { registerRollUpMetrics, startRollUp } from './roll-ups/start-roll-up.ts';

const insecureTargets =
  'WEBHOOK_ALLOW_INSECURE_TARGETS is true: endpoints may have http and private addresses, including ones that only the dispatcher can reach.';

await runService({
  service: 'settings-api',
  env: process.env,
  readConfig: readSettingsApiConfig,
  async start(context) {
    const { config, log, registry, now } = context;
    if (config.WEBHOOK_ALLOW_INSECURE_TARGETS) log.warn(insecureTargets);
    const opened = await openDependencies(context);
    const { pool } = opened;
    const retentions = [...createRetentions(config), createExpiry({ ...opened, log })];
    context.defer(startRetention({ ...context, pool, retentions }));
    registerRollUpMetrics(registry, pool, now);
    registerMauMetrics(registry, { pool, redis: opened.redis, now });
    const rollUps = { log, intervalMs: config.EVENT_ROLLUP_INTERVAL_MS };
    const ofEvents = startRollUp({ ...rollUps, what: 'events', rollUp: (ms) => rollUp(pool, ms) });
    context.defer(() => ofEvents.stop());
    const ofEvaluations = startRollUp({
      ...rollUps,
      // Evaluators report every minute. Rolled up together, what several of them counted is one row.
      intervalMs: 10 * rollUps.intervalMs,
      what: 'evaluation counts',
      rollUp: (ms) => rollUpEvaluations(pool, log, ms),
    });
    context.defer(() => ofEvaluations.stop());
    const reports = startAdviceReports({ ...opened, log, now });
    context.defer(() => reports.stop());
    const waker = startWaker({ ...opened, log, onApplied: createWakingMetrics(registry) });
    context.defer(() => waker.stop());
    const onRecorded = (recorded: readonly RecordedChange[]) => wakeAbout(waker, recorded);
    const app = createApp({ ...context, ...opened, onRecorded });
    await serve(context, {
      app,
      readiness: opened.readiness,
      // Streams would keep the process until they are cut.
      onDrain: () => opened.changeFeed.close(),
    });
  },
});
