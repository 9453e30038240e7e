import { runService, serve } from '@bunting/service';
import { createApp } from './app.ts';
import { readSyncApiConfig } from './config.ts';
import { openDependencies } from './open-dependencies.ts';

/** Connections beside those of streams: datafiles, probes, metrics, and streams that are refused. */
const otherConnections = 2_000;

await runService({
  service: 'sync-api',
  env: process.env,
  readConfig: readSyncApiConfig,
  async start(context) {
    const opened = await openDependencies(context);
    await serve(context, {
      app: createApp({ ...context, ...opened }),
      readiness: opened.readiness,
      maxConnections: context.config.STREAM_MAX_CONNECTIONS + otherConnections,
      // The last streams get a second to be read.
      onDrain: (withinMs) => opened.streams.drain(withinMs - 1_000),
    });
  },
});
