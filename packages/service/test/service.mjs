// A service with nothing to do, as run-service.test.ts starts it. Runs the built package.
import { cap, flag, integer, readConfig } from '@bunting/config';
import { createHttpServer, createReadiness, runService, serve, serviceFields } from '../dist/index.js';

const fields = {
  PORT: integer({ default: 0, min: 0, max: 65_535, description: 'where it listens; 0 = anywhere' }),
  LOG_LEVEL: serviceFields.LOG_LEVEL,
  CAP: cap({ default: 10, description: 'how much of it' }),
  FAILS: flag({ description: 'whether the unforeseen happens' }),
};

await runService({
  service: 'idler',
  env: process.env,
  readConfig: (env, warn) => readConfig(env, fields, warn),
  async start({ PORT, FAILS }, log) {
    if (FAILS) throw new TypeError('Nobody thought of this.');
    const server = createHttpServer((_req, res) => res.end());
    await serve({ server, port: PORT, log, readiness: createReadiness(() => true), close: async () => {} });
  },
});
