import type { Fields } from '@bunting/config';

/** What Node.js, its libraries and other programs read of themselves. */
const ofEveryProgram = new Set([
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

/** For a program that reads nothing of ours: whatever secrets stand in our environment are none of its business. */
export function forAnyProgram(env: Env): NodeJS.ProcessEnv {
  return select(env, (name) => ofEveryProgram.has(name));
}

/** For a service, which reads its own variables too, those of OpenTelemetry, and those with which `pg` completes an address. */
export async function forService(service: string, env: Env): Promise<NodeJS.ProcessEnv> {
  const config = new URL(`../../../services/${service}/dist/config.js`, import.meta.url);
  const { fields } = (await import(config.href)) as { fields: Fields };
  return select(
    env,
    (name) => ofEveryProgram.has(name) || Object.hasOwn(fields, name) || /^(OTEL_|PG[A-Z]+$)/.test(name),
  );
}

function select(env: Env, isWanted: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));
}
