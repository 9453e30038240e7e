import { integer, oneOf, port, readConfig, url, type Config } from '@bunting/config';
import { logLevels } from '@bunting/http';

const fields = {
  PORT: port({ default: 8083, description: 'where the service listens' }),
  DATABASE_URL: url({ protocols: ['postgresql:', 'postgres:'], description: 'the PostgreSQL database' }),
  CODE_REFERENCES_MAX_BODY_BYTES: integer({
    default: 50 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024,
    description: 'the largest snapshot, compressed and decompressed',
  }),
  SHUTDOWN_DELAY_MS: integer({
    default: 0,
    min: 0,
    max: 60_000,
    description: 'how long to go on answering after SIGTERM, until load balancers have noticed',
  }),
  LOG_LEVEL: oneOf({ words: logLevels, default: 'info', description: 'debug logs every request' }),
};

export type CoderefsApiConfig = Config<typeof fields>;

export function readCoderefsApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): CoderefsApiConfig {
  return readConfig(env, fields, warn);
}
