import type { ClientOptions } from './public/options.ts';

/** The types, or the values, that options may have. */
const allowed: Readonly<Record<string, readonly (keyof ClientOptions)[]>> = {
  string: ['url', 'key', 'userSignature'],
  object: ['user', 'bootstrap', 'keys', 'overrides'],
  number: ['pollIntervalMs', 'storageMaxAgeMs', 'timeoutMs'],
  boolean: ['verifyEvents', 'offline'],
  function: ['fetch', 'onError'],
  'object|false': ['storage'],
  'string|boolean': ['anonymousId'],
  'auto|boolean': ['stream'],
  'live|hold': ['updates'],
  'split|all|off': ['exposures'],
};

/** Throws a TypeError that lists everything that is wrong. */
export function checkOptions(options: ClientOptions): void {
  const problems: string[] = [];
  for (const [types, names] of Object.entries(allowed)) {
    for (const name of names) {
      const value = options[name];
      if (value == null && name !== 'url') continue;
      if (!types.split('|').some((each) => each === typeof value || each === String(value))) {
        problems.push(`${name} must be ${types}`);
      }
    }
  }
  if (!/^[\da-f-]{36}$/i.test(options.key)) problems.push('key must be a UUID');
  if (problems[0]) throw new TypeError(problems.join(', '));
}
