import { getHeapStatistics } from 'node:v8';
import { integer, optional, postgresUrl } from '@bunting/config';
import { defaultPollIntervalMs } from './environment-store.ts';

const mebibyte = 1024 * 1024;

/** The environment variables of services that read datafiles. */
export const datafileFields = {
  DATABASE_REPLICA_URL: optional(
    postgresUrl({ description: 'a streaming replica of the database; datafiles are read from it first' }),
  ),
  DATAFILE_POLL_INTERVAL_MS: integer({
    default: defaultPollIntervalMs,
    min: 100,
    max: 8_000, // a change whose announcement was lost is served within ten seconds
    description: 'how often to poll PostgreSQL for changes whose announcement was lost',
  }),
  ENVIRONMENT_CACHE_BYTES: optional(
    integer({
      min: mebibyte,
      max: 1024 * 1024 * mebibyte,
      description:
        'memory for environments in a process; the least recently used are evicted first. By default a part of the heap',
    }),
  ),
};

/** Heap outside of environments: code and everything else that each process has. */
const otherBytes = 32 * mebibyte;

/** Returns what environments may take of the heap of this process, where nothing else is configured. */
export function environmentCacheBytes(part: number): number {
  const heapBytes = getHeapStatistics().heap_size_limit;
  return Math.max(mebibyte, Math.floor(part * (heapBytes - otherBytes)));
}
