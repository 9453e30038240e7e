import { redisFields, redisRules } from '@bunting/access';
import {
  cap,
  flag,
  integer,
  oneOf,
  optional,
  port,
  readConfig,
  secret,
  url,
  type Config,
} from '@bunting/config';
import { defaultPollIntervalMs } from '@bunting/datafile';
import { logLevels } from '@bunting/http';

const fields = {
  PORT: port({ default: 8082, description: 'where the service listens' }),
  DATABASE_URL: url({ protocols: ['postgresql:', 'postgres:'], description: 'the PostgreSQL database' }),
  ...redisFields,
  EVALUATION_TRACE_SECRET: secret({ minLength: 32, description: 'the key that signs evaluation traces' }),
  EVALUATION_TRACE_SECRET_PREVIOUS: optional(
    secret({ minLength: 32, description: 'the key before, while traces signed with it may still arrive' }),
  ),
  EVAL_API_RATE_LIMIT_PER_MINUTE: cap({
    default: 60_000,
    description: 'requests per minute of an organisation',
  }),
  EVAL_API_RATE_LIMIT_DISABLED: flag({ default: false, description: 'true only in local development' }),
  EVAL_API_MAX_BATCH_KEYS: cap({ default: 100, description: 'keys of one batch' }),
  EVAL_API_MAX_BATCH_KEYS_DISABLED: flag({ default: false, description: 'true only in local development' }),
  EVAL_API_MAX_EVENTS_BATCH: cap({ default: 1_000, description: 'events of one ingest request' }),
  EVAL_API_MAX_EVENTS_BATCH_DISABLED: flag({ default: false, description: 'true only in local development' }),
  INGEST_API_MAX_BODY_BYTES: integer({
    default: 2 * 1024 * 1024,
    min: 1024,
    max: 32 * 1024 * 1024, // a batch numbers its events with 20 bits; the shortest valid one has 44 bytes
    description: 'the largest body, compressed and decompressed',
  }),
  INGEST_API_WRITE_CONNECTIONS: integer({
    default: 8,
    min: 1,
    max: 1_000,
    description: 'connections to PostgreSQL that store events',
  }),
  INGEST_API_WRITE_TIMEOUT_MS: integer({
    default: 400,
    min: 50,
    max: 60_000,
    description: 'how long PostgreSQL may take over a statement that stores events',
  }),
  EVENT_RETENTION_DAYS: optional(
    integer({ min: 1, max: 36_500, description: 'events are removed so long after they were taken in' }),
  ),
  DATAFILE_POLL_INTERVAL_MS: integer({
    default: defaultPollIntervalMs,
    min: 100,
    max: 8_000, // a change whose announcement was lost is known within ten seconds
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

export type IngestApiConfig = Config<typeof fields>;

export function readIngestApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): IngestApiConfig {
  return readConfig(env, fields, warn, redisRules);
}
