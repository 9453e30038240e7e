import { integer, oneOf, optional, port, readConfig, secret, text, url, type Config } from '@bunting/config';
import { logLevels } from '@bunting/http';

const fields = {
  PORT: port({ default: 8084, description: 'where the service listens' }),
  DATABASE_URL: url({ protocols: ['postgresql:', 'postgres:'], description: 'the PostgreSQL database' }),
  REDIS_URL: url({ protocols: ['redis:', 'rediss:'], description: 'the Redis server' }),
  SECRETS_ENCRYPTION_KEY: optional(
    text({
      description: 'seals the signing secrets of webhook endpoints; without, they are stored as they are',
    }),
  ),
  SECRETS_ENCRYPTION_KEY_PREVIOUS: optional(
    text({ description: 'opens what an earlier SECRETS_ENCRYPTION_KEY sealed, until that is sealed anew' }),
  ),
  STAFF_API_TOKEN: optional(
    secret({
      minLength: 32,
      description: 'the token of the people who run the installation; absent = no staff routes',
    }),
  ),
  SETTINGS_API_MAX_BODY_BYTES: integer({
    default: 16 * 1024 * 1024,
    min: 1024,
    max: 256 * 1024 * 1024,
    description: 'the largest body, compressed and decompressed; an import of 10,000 features has 12 MB',
  }),
  SHUTDOWN_DELAY_MS: integer({
    default: 0,
    min: 0,
    max: 60_000,
    description: 'how long to go on answering after SIGTERM, until load balancers have noticed',
  }),
  LOG_LEVEL: oneOf({ words: logLevels, default: 'info', description: 'debug logs every request' }),
};

export type SettingsApiConfig = Config<typeof fields>;

export function readSettingsApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): SettingsApiConfig {
  return readConfig(env, fields, warn);
}
