import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * The named secrets of this installation, each generated when it is first asked for and kept in one file that only its
 * owner can read.
 */
export function keepSecrets(path: string, names: readonly string[]): Record<string, string> {
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
  const missing = names.filter((name) => !kept[name]);
  for (const name of missing) kept[name] = randomBytes(32).toString('base64url');
  if (missing.length > 0) {
    writeFileSync(path, `${JSON.stringify(kept, undefined, 2)}\n`, { mode: 0o600 });
    chmodSync(path, 0o600);
  }
  return Object.fromEntries(names.map((name) => [name, kept[name]!]));
}
