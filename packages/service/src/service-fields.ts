import { choice, integer, listenAddress, optional, postgresUrl, secret } from '@bunting/config';
import { logLevels } from '@bunting/observability';

/** The variables of every process that listens. */
export const processFields = {
  HOST: listenAddress({
    default: '127.0.0.1',
    description: 'the address to listen on: loopback by default, 0.0.0.0 or :: for all addresses',
  }),
  SHUTDOWN_DELAY_MS: integer({
    default: 0,
    min: 0,
    max: 60_000,
    description: 'how long to keep answering after SIGTERM, so that load balancers notice',
  }),
  LOG_LEVEL: choice({ words: logLevels, default: 'info', description: 'debug logs every request' }),
};

/** The variables of every service with a database: all but the console. */
export const serviceFields = {
  DATABASE_URL: postgresUrl({ description: 'the PostgreSQL database' }),
  ...processFields,
};

/** The variable of the token for routes that only the operators of the installation may call. */
export const staffFields = {
  STAFF_API_TOKEN: optional(
    secret({
      minLength: 32,
      description: 'the staff token; without it there are no staff routes',
    }),
  ),
};
