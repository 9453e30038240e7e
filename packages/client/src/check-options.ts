import type { ClientOptions } from './public/options.ts';
import type { Scope } from './scope.ts';
import { typeOf } from './type-of.ts';

/** That of every place where JavaScript runs. */
declare const URL: new (url: string, base?: string) => object;

/** Returns everything that is wrong, as one text, and makes the options those of a client that never asks the network. */
export function checkOptions({ location }: Scope, options: ClientOptions): string {
  const problems: string[] = [];
  const { url, key } = options;
  try {
    // A path is an address where a page gives it a site. A query, a fragment or a password cannot stand in it.
    void new URL(/^(https?:\/)?\/[^?#@\s]*$/i.exec(url)![0], location?.href);
  } catch {
    problems.push('url must begin with http:// or https://');
  }
  if (typeOf(key) !== 'string' || !/^[\da-f-]{36}$/i.test(key)) problems.push('key must be a UUID');
  const allowed: Readonly<Partial<Record<keyof ClientOptions, string>>> = {
    userSignature: 'string',
    user: 'object',
    bootstrap: 'object',
    overrides: 'object',
    keys: 'array',
    pollIntervalMs: 'number>=0',
    storageMaxAgeMs: 'number>=0',
    timeoutMs: 'number>=0',
    verifyEvents: 'boolean',
    offline: 'boolean',
    fetch: 'function',
    onError: 'function',
    storage: 'object|false',
    anonymousId: 'string|boolean',
    stream: 'auto|boolean',
    updates: 'live|hold',
    exposures: 'split|all|off',
  };
  for (const [name, types] of Object.entries(allowed) as [keyof ClientOptions, string][]) {
    const value = options[name] as number;
    const type = typeOf(value);
    const words: unknown[] = types.split(/\W/);
    const isRight = type === 'number' ? value >= 0 && words[0] === type : words.includes(type);
    if (value == null || isRight || words.includes(value || 'false')) continue;
    problems.push(`${name} must be ${types}`);
    delete options[name];
  }
  if (problems[0]) Object.assign(options, { url: '', key: '', offline: true, storage: false });
  return problems.join(', ');
}
