import { limitFields } from '@bunting/governance';
import { redisFields, redisRules } from '@bunting/redis';
import { integer, optional, port, readConfig, secret, type Config } from '@bunting/config';
import { datafileFields } from '@bunting/datafile';
import { clientFields } from '@bunting/environments';
import { evaluationCountFields } from '@bunting/evaluation-counts';
import { serviceFields } from '@bunting/service';
import { retentionDays } from '@bunting/retention';

/** Every variable that the service reads beside those of traces: `npm start` gives it these, and no others. */
export const fields = {
  PORT: port({ default: 8082, description: 'the port to listen on' }),
  ...serviceFields,
  ...redisFields,
  EVALUATION_TRACE_SECRET: secret({ minLength: 32, description: 'the key that signs evaluation traces' }),
  EVALUATION_TRACE_SECRET_PREVIOUS: optional(
    secret({ minLength: 32, description: 'the previous key, while traces signed with it may still arrive' }),
  ),
  ...limitFields,
  ...clientFields,
  ...datafileFields,
  ...evaluationCountFields,
  INGEST_API_MAX_BODY_BYTES: integer({
    default: 2 * 1024 * 1024,
    min: 1024,
    max: 32 * 1024 * 1024, // a batch numbers its events with 20 bits; the shortest valid one has 44 bytes
    description: 'the largest body, compressed and decompressed',
  }),
  INGEST_API_MAX_BYTES_PER_MINUTE: integer({
    default: 256 * 1024 * 1024,
    min: 32 * 1024 * 1024, // the largest body that may be configured
    max: Number.MAX_SAFE_INTEGER,
    description: 'bytes of decompressed bodies that one process accepts from an organisation per minute',
  }),
  INGEST_API_WRITE_CONNECTIONS: integer({
    default: 8,
    min: 1,
    max: 1_000,
    description: 'connections to PostgreSQL for storing events',
  }),
  INGEST_API_WRITE_TIMEOUT_MS: integer({
    default: 400,
    min: 50,
    max: 60_000,
    description: 'time limit of a statement that stores events',
  }),
  EVENT_RETENTION_DAYS: optional(
    retentionDays({ description: 'events are removed this long after they were received' }),
  ),
};

export type IngestApiConfig = Config<typeof fields>;

export function readIngestApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): IngestApiConfig {
  return readConfig(env, fields, warn, redisRules);
}
