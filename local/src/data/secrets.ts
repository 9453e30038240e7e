import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Secrets that an installation needs and that are generated. */
const names = [
  'EVALUATION_TRACE_SECRET',
  'SECRETS_ENCRYPTION_KEY',
  'SESSION_SECRET',
  'STAFF_API_TOKEN',
  'USER_SIGNING_ENCRYPTION_KEY',
] as const;

/** Passwords of the embedded servers, which only the processes that connect get. */
const passwords = ['EMBEDDED_POSTGRES_PASSWORD', 'EMBEDDED_REDIS_PASSWORD'] as const;

type Kept<Name extends string> = Readonly<Record<Name, string>>;

export interface Secrets {
  readonly ofServices: Kept<(typeof names)[number]>;
  readonly passwords: Kept<(typeof passwords)[number]>;
}

/**
 * Returns the secrets of this installation: those in the environment, and otherwise generated ones, which are stored in a
 * file that only its owner can read.
 */
export function ensureSecrets(path: string, env: NodeJS.ProcessEnv): Secrets {
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
  const keep = <Name extends string>(wanted: readonly Name[], given: NodeJS.ProcessEnv): Kept<Name> => {
    const found = wanted.map((name) => {
      const chosen = given[name]?.trim();
      if (!chosen) kept[name] ??= randomBytes(32).toString('base64url');
      return [name, chosen || kept[name]];
    });
    return Object.fromEntries(found) as Kept<Name>;
  };
  const secrets = { ofServices: keep(names, env), passwords: keep(passwords, {}) };
  writeFileSync(path, `${JSON.stringify(kept, undefined, 2)}\n`, { mode: 0o600 });
  chmodSync(path, 0o600); // otherwise an existing file would keep its mode
  return secrets;
}
