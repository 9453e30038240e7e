import type { ClientOptions } from './public/options.ts';
import { typeOf } from './type-of.ts';

/** The types, or the values, that an option may have. */
const allowed: Readonly<Partial<Record<keyof ClientOptions, string>>> = {
  url: 'string',
  key: 'string',
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

/** Throws a TypeError that lists everything that is wrong. */
export function checkOptions(options: ClientOptions): void {
  const problems: string[] = [];
  for (const [name, types] of Object.entries(allowed)) {
    const value = options[name as keyof ClientOptions] as number;
    if (value == null && name !== 'url') continue;
    const isRight = types.split(/\W/).some((each) => each === typeOf(value) || each === String(value));
    if (!isRight || value < 0 || Number.isNaN(value)) problems.push(`${name} must be ${types}`);
  }
  if (!/^[\da-f-]{36}$/i.test(options.key)) problems.push('key must be a UUID');
  if (problems[0]) throw new TypeError(problems.join(', '));
}
