import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Secrets that an installation needs and nobody has to choose. */
const names = [
  'EVALUATION_TRACE_SECRET',
  'SECRETS_ENCRYPTION_KEY',
  'SESSION_SECRET',
  'STAFF_API_TOKEN',
] as const;

export type Secrets = Readonly<Record<(typeof names)[number], string>>;

/**
 * The secrets of this installation: those given in the environment, and for the others what was generated when they were
 * first needed, kept in one file that only its owner can read.
 */
export function keepSecrets(path: string, env: NodeJS.ProcessEnv): Secrets {
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>) : {};
  const secrets = Object.fromEntries(
    names.map((name) => [name, env[name]?.trim() || (kept[name] ?? randomBytes(32).toString('base64url'))]),
  ) as Secrets;
  const generated = Object.entries(secrets).filter(([name, value]) => value !== env[name]?.trim());
  writeFileSync(path, `${JSON.stringify({ ...kept, ...Object.fromEntries(generated) }, undefined, 2)}\n`, {
    mode: 0o600,
  });
  chmodSync(path, 0o600); // a file that was there keeps its mode otherwise
  return secrets;
}
