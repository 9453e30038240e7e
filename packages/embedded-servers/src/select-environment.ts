import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const path = join(findInstallationRoot(), 'services', service, 'dist/variables.json');
  const own = new Set(JSON.parse(await readFile(path, 'utf8')) as string[]);
  return select(env, (name) => commonVariables.has(name) || own.has(name) || /^(OTEL_|PG[A-Z]+$)/.test(name));
}

function select(env: Env, isWanted: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));
}
