import { integer, optional, port, readConfig, type Config } from '@bunting/config';
import { serviceFields } from '@bunting/service';
import { retentionDays } from '@bunting/retention';

/** Every variable that the service reads beside those of traces: `npm start` gives it these, and no others. */
export const fields = {
  PORT: port({ default: 8083, description: 'the port to listen on' }),
  ...serviceFields,
  CODE_REFERENCES_MAX_BODY_BYTES: integer({
    default: 50 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024,
    description: 'the largest snapshot, compressed and decompressed',
  }),
  CODE_REFERENCES_RETENTION_DAYS: optional(
    retentionDays({ description: 'stale references are removed this long after they were last seen' }),
  ),
};

export type CoderefsApiConfig = Config<typeof fields>;

export function readCoderefsApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): CoderefsApiConfig {
  return readConfig(env, fields, warn);
}
