import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A service of docker-compose.yml, with the members that the tests use. */
export interface ComposeService {
  readonly image: string;
  readonly pull_policy?: string;
  readonly build?: { readonly target: string };
  readonly profiles?: readonly string[];
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly security_opt?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly deploy?: { readonly resources: { readonly limits: Readonly<Record<string, unknown>> } };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { internal?: boolean } | null>>;
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function readComposeFile(path = 'docker-compose.yml'): ComposeFile {
  return parse(readText(path), { merge: true }) as ComposeFile;
}

/** Reads the schema of the Compose specification from a linter's package, without the address of its dialect. */
export function readComposeSchema(): object {
  const folder = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  const text = readFileSync(join(folder, 'schemas/compose.schema.json'), 'utf8');
  const { $schema: _, ...schema } = JSON.parse(text) as { $schema: string };
  return schema;
}

/**
 * Substitutes `${NAME:-default}` and similar forms as Docker Compose does; throws for a required variable that is missing.
 */
export function interpolate(text: string, env: Readonly<Record<string, string | undefined>>): string {
  // Inner ones first, because a default may contain variables.
  const innermost = /\$\{(\w+)(?:(:?[-?])([^${}]*))?\}/;
  for (let found = innermost.exec(text); found !== null; found = innermost.exec(text)) {
    const [whole, name, operator, word = ''] = found;
    const value = env[name!];
    const isThere = value !== undefined && !(operator?.startsWith(':') && value === '');
    if (!isThere && operator?.endsWith('?')) throw new Error(`${name} is required: ${word}`);
    text = text.replace(whole, () => (isThere ? value : operator === undefined ? '' : word));
  }
  return text;
}
