import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Secrets that an installation needs and nobody has to choose. */
const names = [
  'EVALUATION_TRACE_SECRET',
  'SECRETS_ENCRYPTION_KEY',
  'SESSION_SECRET',
  'STAFF_API_TOKEN',
] as const;

/** Those of the embedded servers, which are told to nobody but those who connect. */
const passwords = ['EMBEDDED_POSTGRES_PASSWORD', 'EMBEDDED_REDIS_PASSWORD'] as const;

type Kept<Name extends string> = Readonly<Record<Name, string>>;

export interface Secrets {
  readonly ofServices: Kept<(typeof names)[number]>;
  readonly passwords: Kept<(typeof passwords)[number]>;
}

/**
 * The secrets of this installation: those given in the environment, and for the others what was generated when they were
 * first needed, kept in one file that only its owner can read.
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
  chmodSync(path, 0o600); // a file that was there keeps its mode otherwise
  return secrets;
}
