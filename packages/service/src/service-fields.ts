import {
  FieldProblem,
  integer,
  listenAddress,
  oneOf,
  optional,
  postgresUrl,
  secret,
  url,
  type Field,
} from '@bunting/config';
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

/** The variable of services whose answers have links to the installation. */
export const publicUrlFields = {
  PUBLIC_URL: optional(origin('where people reach the installation')),
};

/** An address without a path, such as `https://flags.acme.example`: paths of routes are appended to it. */
function origin(description: string): Field<string> {
  const field = url({ protocols: ['https:', 'http:'], description });
  return {
    ...field,
    parse(raw) {
      const { origin: parsed, href } = new URL(field.parse(raw));
      if (href !== `${parsed}/`) throw new FieldProblem('must be protocol, host and port alone');
      return parsed;
    },
  };
}
