import { integer, optional, port, readConfig, type Config } from '@bunting/config';
import { datafileFields } from '@bunting/datafile';
import { limitFields } from '@bunting/governance';
import { redisFields, redisRules } from '@bunting/redis';
import { serviceFields } from '@bunting/service';
import { proxyFields } from '@bunting/service/client-address';

/** Every variable that the service reads beside those of traces: `npm start` gives it these, and no others. */
export const fields = {
  PORT: port({ default: 8087, description: 'the port to listen on' }),
  ...serviceFields,
  ...redisFields,
  ...limitFields,
  ...proxyFields,
  ...datafileFields,
  STREAM_MAX_CONNECTIONS: integer({
    default: 50_000,
    min: 1,
    max: 1_000_000,
    description: 'open streams per process',
  }),
  STREAM_MAX_PER_ORGANISATION: optional(
    integer({
      min: 1,
      max: 1_000_000,
      description:
        'streams of one organisation per process; by default a quarter of STREAM_MAX_CONNECTIONS. A single organisation can have them all',
    }),
  ),
  STREAM_MAX_PER_ADDRESS: integer({
    default: 50,
    min: 1,
    max: 1_000_000,
    description: 'client-key streams from one IP address per process',
  }),
  STREAM_NOTIFICATIONS_PER_SECOND: integer({
    default: 5_000,
    min: 1,
    max: 1_000_000,
    description: "streams that a process notifies per second, so that clients don't all refetch at once",
  }),
  DATAFILE_CACHE_BYTES: integer({
    default: 64 * 1024 * 1024,
    min: 0,
    max: 16 * 1024 * 1024 * 1024,
    description: 'memory for compressed datafiles per process; the least recently used are evicted first',
  }),
};

export type SyncApiConfig = Config<typeof fields>;

export function readSyncApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): SyncApiConfig {
  return readConfig(env, fields, warn, redisRules);
}
