import { openEnvironments } from '@bunting/environments';
import { createTraceSigner } from '@bunting/evaluation-trace';
import { runService, serve } from '@bunting/service';
import { createApp } from './app.ts';
import { readEvalApiConfig } from './config.ts';

await runService({
  service: 'eval-api',
  env: process.env,
  readConfig: readEvalApiConfig,
  async start(context) {
    const { config, now } = context;
    const opened = await openEnvironments(context);
    const app = createApp({
      ...context,
      ...opened,
      traces: createTraceSigner({ secret: config.EVALUATION_TRACE_SECRET, now }),
      maxBodyBytes: config.EVAL_API_MAX_BODY_BYTES,
      publicUrl: config.PUBLIC_URL,
    });
    await serve(context, { app, readiness: opened.readiness });
  },
});
