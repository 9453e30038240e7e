import { integer, listenAddress, oneOf, optional, postgresUrl, secret } from '@bunting/config';
import { logLevels } from '@bunting/observability';

/** The variables of every service. */
export const serviceFields = {
  HOST: listenAddress({
    default: '127.0.0.1',
    description: 'the address it listens at: loopback by default, 0.0.0.0 or :: for all addresses',
  }),
  DATABASE_URL: postgresUrl({ description: 'the PostgreSQL database' }),
  SHUTDOWN_DELAY_MS: integer({
    default: 0,
    min: 0,
    max: 60_000,
    description: 'how long it goes on answering after SIGTERM, so that load balancers notice',
  }),
  LOG_LEVEL: oneOf({ words: logLevels, default: 'info', description: 'debug logs every request' }),
};

/** The variable of the token for routes that only the operators of the installation may call. */
export const staffFields = {
  STAFF_API_TOKEN: optional(
    secret({
      minLength: 32,
      description: 'the token of the people who run the installation; absent = no staff routes',
    }),
  ),
};
