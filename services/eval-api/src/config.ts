import { redisFields, redisRules } from '@bunting/access';
import { cap, flag, integer, oneOf, port, readConfig, secret, url, type Config } from '@bunting/config';
import { defaultPollIntervalMs } from '@bunting/datafile';
import { logLevels } from '@bunting/http';

const fields = {
  PORT: port({ default: 8081, description: 'where the service listens' }),
  DATABASE_URL: url({ protocols: ['postgresql:', 'postgres:'], description: 'the PostgreSQL database' }),
  ...redisFields,
  EVALUATION_TRACE_SECRET: secret({ minLength: 32, description: 'the key that signs evaluation traces' }),
  EVAL_API_RATE_LIMIT_PER_MINUTE: cap({
    default: 60_000,
    description: 'requests per minute of an organisation',
  }),
  EVAL_API_RATE_LIMIT_DISABLED: flag({ default: false, description: 'true only in local development' }),
  EVAL_API_MAX_BATCH_KEYS: cap({ default: 100, description: 'keys of one batch' }),
  EVAL_API_MAX_BATCH_KEYS_DISABLED: flag({ default: false, description: 'true only in local development' }),
  EVAL_API_MAX_EVENTS_BATCH: cap({ default: 1_000, description: 'events of one ingest request' }),
  EVAL_API_MAX_EVENTS_BATCH_DISABLED: flag({ default: false, description: 'true only in local development' }),
  EVAL_API_MAX_BODY_BYTES: integer({
    default: 100 * 1024,
    min: 1024,
    max: 16 * 1024 * 1024,
    description: 'the largest body, compressed and decompressed',
  }),
  DATAFILE_POLL_INTERVAL_MS: integer({
    default: defaultPollIntervalMs,
    min: 100,
    max: 8_000, // a change whose announcement was lost is served within ten seconds
    description: 'how often PostgreSQL is asked for changes that nobody announced',
  }),
  SHUTDOWN_DELAY_MS: integer({
    default: 0,
    min: 0,
    max: 60_000,
    description: 'how long to go on answering after SIGTERM, until load balancers have noticed',
  }),
  LOG_LEVEL: oneOf({ words: logLevels, default: 'info', description: 'debug logs every request' }),
};

export type EvalApiConfig = Config<typeof fields>;

export function readEvalApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): EvalApiConfig {
  return readConfig(env, fields, warn, redisRules);
}
