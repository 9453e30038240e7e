import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import {
  cap,
  flag,
  integer,
  choice,
  optional,
  port,
  postgresUrl,
  secret,
  text,
  url,
  type Field,
} from './field.ts';
import { ConfigError, readConfig } from './read-config.ts';

const description = 'what it is for';

function read(field: Field<unknown>, value: string | undefined): unknown {
  return readConfig({ X: value }, { X: field }).X;
}
function problemOf(field: Field<unknown>, value: string | undefined): string {
  try {
    read(field, value);
  } catch (error) {
    return (error as ConfigError).problems.join('|');
  }
  return 'none';
}

describe('reading the configuration', () => {
  it('lists every mistake at once', () => {
    const fields = {
      PORT: port({ description }),
      A: text({ description: 'the letter' }),
      B: flag({ description }),
    };
    expect(() => readConfig({ PORT: 'http', B: 'perhaps' }, fields)).toThrow(
      new ConfigError([
        'PORT must be a whole number from 1 to 65535, not "http".',
        'A is required: the letter',
        'B must be true or false, not "perhaps".',
      ]),
    );
  });

  it('returns a frozen object', () => {
    expect(Object.isFrozen(readConfig({}, { A: text({ description, default: 'a' }) }))).toBe(true);
  });

  it('treats white space as not set', () => {
    expect(read(integer({ description, default: 7 }), '  ')).toBe(7);
  });

  it('leaves an optional variable undefined when it is not set', () => {
    expect(read(optional(secret({ description })), undefined)).toBeUndefined();
  });

  it('never repeats a secret or a URL, which may contain a password', () => {
    expect(problemOf(secret({ description, minLength: 20 }), 'hunter2')).toBe(
      'X must have at least 20 characters.',
    );
    expect(problemOf(url({ description, protocols: ['redis:'] }), 'http://u:hunter2@h')).toBe(
      'X must be a URL that begins with redis://.',
    );
  });
});

describe('fields', () => {
  it.each([
    ['text', text({ description }), ' a b ', 'a b'],
    ['secret', secret({ description }), '0123456789abcdef', '0123456789abcdef'],
    ['url', url({ description, protocols: ['redis:', 'rediss:'] }), 'rediss://h:1', 'rediss://h:1'],
    ['integer', integer({ description, min: -5 }), '-5', -5],
    ['port', port({ description }), '8080', 8080],
    ['flag', flag({ description }), 'TRUE', true],
    ['oneOf', choice({ description, words: ['debug', 'info'] }), 'info', 'info'],
  ])('%s reads its text', (_, field, given, value) => {
    expect(read(field as Field<unknown>, given)).toBe(value);
  });

  it.each([
    ['integer', integer({ description }), '1.5'],
    ['integer', integer({ description, max: 3 }), '4'],
    ['port', port({ description }), '0'],
    ['port', port({ description }), '65536'],
    ['oneOf', choice({ description, words: ['debug', 'info'] }), 'Info'],
    ['url', url({ description, protocols: ['redis:'] }), 'localhost:6379'],
  ])('%s refuses %#', (_, field, given) => {
    expect(problemOf(field as Field<unknown>, given)).toMatch(/^X must be /);
  });
});

describe('the address of a database', () => {
  const field = postgresUrl({ description });
  const here = fileURLToPath(import.meta.url);

  it.each(['', '?sslmode=require', `?sslmode=verify-full&sslrootcert=${here}`])(
    'may end with "%s"',
    (end) => {
      expect(read(field, `postgresql://h/db${end}`)).toBe(`postgresql://h/db${end}`);
    },
  );

  it.each([
    ['mysql://h/db', 'X must be a URL that begins with postgresql:// or postgres://.'],
    [
      'postgres://h/db?sslmode=strict',
      'X has the sslmode "strict": use one of disable, no-verify, prefer, require, verify-ca, verify-full.',
    ],
    [
      'postgres://h/db?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      'X has an unreadable sslrootcert file: /nowhere/ca.pem.',
    ],
  ])('is refused when it is %s', (given, problem) => {
    expect(problemOf(field, given)).toBe(problem);
  });
});

describe('a cap (contract §8 rule 2)', () => {
  it('accepts a number above zero', () => {
    expect(read(cap({ description, default: 100 }), '250')).toBe(250);
  });

  it.each(['0', '-1', 'many', '1e3', '2.5', 'NaN', 'Infinity'])(
    'falls back to the default for %s, and warns',
    (given) => {
      const warnings: string[] = [];
      const config = readConfig({ X: given }, { X: cap({ description, default: 100 }) }, (warning) =>
        warnings.push(warning),
      );
      expect(config.X).toBe(100);
      expect(warnings).toEqual([`X is "${given}", not a number above zero: using the default 100.`]);
    },
  );
});
