import { expect } from '@jest/globals';
import { readCoderefsApiConfig } from '../../services/coderefs-api/src/config.ts';
import { readConsoleConfig } from '../../services/console/src/config.ts';
import { readEvalApiConfig } from '../../services/eval-api/src/config.ts';
import { readIngestApiConfig } from '../../services/ingest-api/src/config.ts';
import { readSettingsApiConfig } from '../../services/settings-api/src/config.ts';
import { readSyncApiConfig } from '../../services/sync-api/src/config.ts';
import { readDispatcherConfig } from '../../services/webhook-dispatcher/src/config.ts';

export type ReadConfig = (
  env: Record<string, string | undefined>,
  warn: (message: string) => void,
) => unknown;

export const configurations: Readonly<Record<string, ReadConfig>> = {
  'eval-api': readEvalApiConfig,
  'ingest-api': readIngestApiConfig,
  'coderefs-api': readCoderefsApiConfig,
  'settings-api': readSettingsApiConfig,
  'sync-api': readSyncApiConfig,
  console: readConsoleConfig,
  'webhook-dispatcher': readDispatcherConfig,
};

/** Returns the names of the variables that a configuration reads, except the one that the images set. */
export function getRequestedNames(read: ReadConfig): Set<string> {
  const names = new Set<string>();
  const env = new Proxy({}, { get: (_, name) => void names.add(String(name)) });
  if (read === readConsoleConfig) read(env, () => {});
  else expect(() => read(env, () => {})).toThrow(/is required/);
  names.delete('NODE_ENV');
  return names;
}
