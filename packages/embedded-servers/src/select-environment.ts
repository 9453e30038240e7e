import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fields } from '@bunting/config';
import { findInstallationRoot } from './installation-root.ts';

/** Variables that Node.js, its libraries and other programs read. */
const commonVariables = new Set([
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TZ',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_USE_SYSTEM_CA',
  'NODE_USE_ENV_PROXY',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'UV_THREADPOOL_SIZE',
]);

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment for a program that reads no variables of Bunting, so that it does not get secrets of
 * Bunting.
 */
export function forAnyProgram(env: Env): NodeJS.ProcessEnv {
  return select(env, (name) => commonVariables.has(name));
}

/**
 * Returns the environment for a service: its own variables, those of OpenTelemetry, and those that `pg` reads beside the URL.
 */
export async function forService(service: string, env: Env): Promise<NodeJS.ProcessEnv> {
  const config = join(findInstallationRoot(), 'services', service, 'dist/config.js');
  const { fields } = (await import(pathToFileURL(config).href)) as { fields: Fields };
  return select(
    env,
    (name) => commonVariables.has(name) || Object.hasOwn(fields, name) || /^(OTEL_|PG[A-Z]+$)/.test(name),
  );
}

function select(env: Env, isWanted: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));
}
