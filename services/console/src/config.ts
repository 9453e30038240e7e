import { port, publicUrlFields, readConfig, type Config } from '@bunting/config';
import { processFields } from '@bunting/service';

/** Every variable that the service reads beside those of traces: it has no database, no Redis and no secrets. */
export const fields = {
  PORT: port({ default: 8086, description: 'the port to listen on' }),
  ...processFields,
  ...publicUrlFields,
};

export type ConsoleConfig = Config<typeof fields>;

export function readConsoleConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): ConsoleConfig {
  return readConfig(env, fields, warn);
}
