import { describe, expect, it } from '@jest/globals';
import { errors } from './errors.ts';
import { parseJsonObject } from './parse-json-object.ts';

const parse = (text: string) => parseJsonObject(Buffer.from(text));

describe('parseJsonObject', () => {
  it('reads an empty body as an empty object', () => {
    expect(parse('')).toEqual({});
  });

  it.each(['{', 'undefined', '{"a":1,}', '{} {}', '\uFEFF{}', ' '])('calls %j invalid JSON', (text) => {
    expect(() => parse(text)).toThrow(errors.invalidJson);
  });

  it('calls bytes that are not UTF-8 invalid JSON instead of replacing them', () => {
    expect(() => parseJsonObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow(
      errors.invalidJson,
    );
  });

  it.each(['null', '[]', '"text"', '1', 'true'])('wants an object, not %s', (text) => {
    expect(() => parse(text)).toThrow(errors.bodyNotObject);
  });

  it('takes the last of members with one name', () => {
    expect(parse('{"a":1,"a":2}')).toEqual({ a: 2 });
  });

  it('gives a member named __proto__ no power over the prototype', () => {
    const body = parse('{"__proto__":{"user":{"id":"u"}}}');
    expect(body['user']).toBeUndefined();
  });
});
