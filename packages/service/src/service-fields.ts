import {
  FieldProblem,
  integer,
  listenAddress,
  choice,
  optional,
  postgresUrl,
  secret,
  url,
  type Field,
} from '@bunting/config';
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

/** The variable of services whose answers have links to the installation. */
export const publicUrlFields = {
  PUBLIC_URL: optional(address('the public address of the installation')),
};

/**
 * Declares an address such as `https://flags.acme.example`, or `https://acme.example/flags` behind a proxy that strips the path: paths of
 * routes are appended to it, so it ends without a slash.
 */
function address(description: string): Field<string> {
  const field = url({ protocols: ['https:', 'http:'], description });
  return {
    ...field,
    parse(raw) {
      const { origin, pathname, href } = new URL(field.parse(raw));
      const path = pathname.replace(/\/$/, '');
      const isPlain =
        /^(\/[\w.~-]+)*$/.test(path) && [`${origin}${path}`, `${origin}${path}/`].includes(href);
      if (!isPlain) throw new FieldProblem('must have only a protocol, host, port and plain path');
      return `${origin}${path}`;
    },
  };
}
