import { getType } from '@bunting/sdk-core';
import type { ClientOptions } from './public/options.ts';
import type { Platform } from './platform.ts';

/** Every JavaScript runtime has it; the types of this package do not. */
declare const URL: new (url: string, base?: string) => object;

/** Returns all mistakes as one text. If there are any, it removes the wrong options and makes the client send no requests. */
export function checkOptions({ location }: Platform, options: ClientOptions): string {
  const problems: string[] = [];
  const { url, key } = options;
  try {
    // In a page a path is enough. A query, a fragment or a password is refused.
    void new URL(/^(https?:\/)?\/[^?#@\s]*$/i.exec(url)![0], location?.href);
  } catch {
    problems.push('url must begin with http:// or https://');
  }
  if (getType(key) !== 'string' || !/^[\da-f-]{36}$/i.test(key)) problems.push('key must be a UUID');
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
    const type = getType(value);
    const words: unknown[] = types.split(/\W/);
    const isRight = words.includes(type) && (type !== 'number' || value >= 0);
    if (value == null || isRight || words.includes(value || 'false')) continue;
    problems.push(`${name} must be ${types}`);
    delete options[name];
  }
  if (problems[0]) Object.assign(options, { url: '', key: '', offline: true, storage: false });
  return problems.join(', ');
}
