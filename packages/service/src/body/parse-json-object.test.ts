import { describe, expect, it } from '@jest/globals';
import { errors } from '../errors/errors.ts';
import type { HttpError } from '../errors/http-error.ts';
import { parseJsonObject } from './parse-json-object.ts';

const parse = (text: string) => parseJsonObject(Buffer.from(text));

describe('parseJsonObject', () => {
  it('reads an empty body as an empty object', () => {
    expect(parse('')).toEqual({});
  });

  it.each(['{', 'undefined', '{"a":1,}', '{} {}', '\uFEFF\uFEFF{}', ' \uFEFF{}', '{}\uFEFF', ' '])(
    'calls %j invalid JSON',
    (text) => {
      expect(() => parse(text)).toThrow(errors.invalidJson);
    },
  );

  it('ignores a byte order mark in front', () => {
    expect(parse('\uFEFF{"a":"\uFEFF"}')).toEqual({ a: '\uFEFF' });
    expect(parse('\uFEFF')).toEqual({});
    expect(() => parse('\uFEFF[]')).toThrow(errors.bodyNotObject);
    const half = Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from('{}')]);
    expect(() => parseJsonObject(half)).toThrow(errors.invalidJson);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{}', 'utf16le')]);
    expect(() => parseJsonObject(utf16)).toThrow(errors.invalidJson);
  });

  it('calls bytes that are not UTF-8 invalid JSON instead of replacing them', () => {
    expect(() => parseJsonObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow(
      errors.invalidJson,
    );
  });

  it.each(['null', '[]', '"text"', '1', 'true'])('refuses %s, which is no object', (text) => {
    expect(() => parse(text)).toThrow(errors.bodyNotObject);
  });

  it.each<[string, string, HttpError | undefined]>([
    ['a hundred lists in one another', `{"a":${'['.repeat(99)}${']'.repeat(99)}}`, undefined],
    ['one more', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`, errors.bodyTooDeep(100)],
    ['a million, never closed', '['.repeat(1_000_000), errors.bodyTooDeep(100)],
    ['objects in one another, never closed', '{"":'.repeat(500_000), errors.bodyTooDeep(100)],
    ['brackets in texts', JSON.stringify({ '[[': `${'['.repeat(9_000)}"\\${'{'.repeat(9_000)}` }), undefined],
    ['100,000 lists', `{"a":[${'[]            ,'.repeat(99_997)}[]]}`, undefined],
    ['100,001 lists', `{"a":[${'[],'.repeat(99_999)}[]]}`, errors.bodyHoldsTooMuch(100_000)],
    ['63 KiB of objects', `{"a":[${'{},'.repeat(21_000)}0]}`, undefined],
    ['240 KB of objects', `{"a":[${'{},'.repeat(80_000)}0]}`, errors.bodyTooDense],
    [
      '10,000 short members',
      `{${Array.from({ length: 10_000 }, (_, index) => `"user-${index}":"on"`).join()}}`,
      undefined,
    ],
    [
      '100,001 members',
      `{${Array.from({ length: 100_001 }, (_, index) => `"a${index}":0`).join()}}`,
      errors.bodyHoldsTooMuch(100_000),
    ],
    ['500,000 colons in a text', JSON.stringify({ a: ':'.repeat(500_000) }), undefined],
    ['a text without an end', `{"a":"${'\\"'.repeat(9_000)}`, errors.invalidJson],
  ])('reads %s, or says what is too much before it is read', (_, text, error) => {
    const read = () => parse(text);
    if (error === undefined) expect(read).not.toThrow();
    else expect(read).toThrow(error);
  });

  it('uses the last of several members with one name', () => {
    expect(parse('{"a":1,"a":2}')).toEqual({ a: 2 });
  });

  it('does not change the prototype for a member named __proto__', () => {
    const body = parse('{"__proto__":{"user":{"id":"u"}}}');
    expect(body['user']).toBeUndefined();
  });
});
