import { integer, optional, postgresUrl } from '@bunting/config';
import { defaultPollIntervalMs } from './environment-store.ts';

/** The environment variables of services that read datafiles. */
export const datafileFields = {
  DATABASE_REPLICA_URL: optional(
    postgresUrl({ description: 'a streaming replica of the database, from which datafiles are read first' }),
  ),
  DATAFILE_POLL_INTERVAL_MS: integer({
    default: defaultPollIntervalMs,
    min: 100,
    max: 8_000, // a change whose announcement was lost is served within ten seconds
    description: 'how often PostgreSQL is asked for changes whose announcement was lost',
  }),
};
