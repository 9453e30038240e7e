// A service without work, which run-service.test.ts starts. It uses the built package.
import { cap, flag, integer, readConfig } from '@bunting/config';
import { createReadiness, runService, serve, serviceFields } from '../dist/index.js';

const fields = {
  ...serviceFields,
  PORT: integer({ default: 0, min: 0, max: 65_535, description: 'where it listens; 0 = anywhere' }),
  CAP: cap({ default: 10, description: 'how much of it' }),
  FAILS: flag({ description: 'whether the unforeseen happens' }),
};

await runService({
  service: 'idler',
  env: process.env,
  readConfig: (env, warn) => readConfig(env, fields, warn),
  async start(context) {
    const { log, config } = context;
    if (config.FAILS) throw new TypeError('Nobody thought of this.');
    context.defer(() => log.info('The first is closed.'));
    context.defer(async () => {
      throw new Error('The second cannot be closed.');
    });
    context.defer(() => log.info('The third is closed.'));
    await serve(context, { app: (_req, res) => res.end(), readiness: createReadiness(() => true) });
  },
});
