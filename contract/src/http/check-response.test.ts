import { describe, expect, it } from '@jest/globals';
import { checkResponse } from './check-response.ts';
import type { ActualResponse } from './http-case.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };

describe('A response', () => {
  it('passes if it is as expected, with the members in any order', () => {
    const expected = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      json: { a: 1, b: [null] },
    };
    expect(checkResponse(expected, answer(200, '{"b":[null],"a":1}'))).toEqual([]);
  });

  it.each([
    ['another status', answer(500, '{"a":1}')],
    ['a member with another value', answer(200, '{"a":2}')],
    ['a value of another type', answer(200, '{"a":"1"}')],
    ['a member too many', answer(200, '{"a":1,"code":"x"}')],
    ['a member too few', answer(200, '{}')],
    ['a body that is no JSON', answer(200, '<p>')],
    ['a body that is no object', answer(200, '[1]')],
    ['another content type', { ...answer(200, '{"a":1}'), headers: { 'content-type': 'text/html' } }],
    ['no content type', { ...answer(200, '{"a":1}'), headers: {} }],
  ])('fails with %s', (_what, actual) => {
    const expected = { status: 200, headers: { 'content-type': 'application/json' }, json: { a: 1 } };
    expect(checkResponse(expected, actual)).toHaveLength(1);
  });

  it('is compared by own members, so that __proto__ counts', () => {
    const expected = { status: 200, json: JSON.parse('{"__proto__":{"a":1}}') as never };
    expect(checkResponse(expected, answer(200, '{"__proto__":{"a":1}}'))).toEqual([]);
    expect(checkResponse(expected, answer(200, '{}'))).toHaveLength(1);
    expect(checkResponse(expected, answer(200, '{"__proto__":{"a":2}}'))).toHaveLength(1);
  });

  it('fails with a header that must be absent', () => {
    const expected = { status: 200, headers: { 'content-type': null, vary: null } };
    expect(checkResponse(expected, answer(200, '{}'))).toHaveLength(1);
    expect(checkResponse(expected, { ...answer(200, '{}'), headers: {} })).toEqual([]);
  });

  it('may have any text or a trace if the vector says so', () => {
    const expected = { status: 200, json: { error: '<any text>', evaluation_trace: '<trace>' } };
    expect(checkResponse(expected, answer(200, '{"error":"x","evaluation_trace":"v1.a-b_c"}'))).toEqual([]);
    expect(checkResponse(expected, answer(200, '{"error":"","evaluation_trace":"a b"}'))).toHaveLength(2);
    expect(checkResponse(expected, answer(200, '{"error":5,"evaluation_trace":null}'))).toHaveLength(2);
  });

  it('fails if its results are in another order than the requested keys', () => {
    const expected = { status: 200, result_keys: ['10', '2'] };
    expect(checkResponse(expected, answer(200, '{"results":{"10":{},"2":{}}}'))).toEqual([]);
    expect(checkResponse(expected, answer(200, '{"results":{"2":{},"10":{}}}'))).toHaveLength(1);
  });
});

function answer(status: number, text: string): ActualResponse {
  return { status, headers: json, text };
}
