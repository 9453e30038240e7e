import { describe, expect, it } from '@jest/globals';
import { checkOfrepAnswer } from './check-answer.ts';

const one = { method: 'POST', path: '/ofrep/v1/evaluate/flags/a' };
const all = { method: 'POST', path: '/ofrep/v1/evaluate/flags?keys=a' };
const answer = (status: number, body: object) => ({ status, headers: {}, text: JSON.stringify(body) });
const flag = { key: 'a', value: 1, reason: 'STATIC' };

describe('an answer of OFREP', () => {
  it.each([
    ['a value', one, answer(200, flag)],
    ['no value', one, answer(200, { key: 'a', reason: 'DISABLED', variant: '' })],
    ['many', all, answer(200, { flags: [flag], metadata: { environment: 'e' } })],
    ['an unknown flag', one, answer(404, { key: 'a', errorCode: 'FLAG_NOT_FOUND' })],
    ['an error of all', all, answer(400, { errorCode: 'PARSE_ERROR' })],
    ['304 without a body', all, { status: 304, headers: {}, text: '' }],
    ['another route', { method: 'POST', path: '/v1/variables/a' }, answer(200, {})],
  ])('may be %s', (_what, request, sent) => {
    expect(checkOfrepAnswer(request, sent)).toEqual([]);
  });

  it.each([
    ['without a key', one, answer(200, { reason: 'STATIC' })],
    ['with a reason of our own', one, answer(200, { ...flag, reason: 'no_rule_matched' })],
    ['with a variant that is null', one, answer(200, { ...flag, variant: null })],
    ['with nested metadata', one, answer(200, { ...flag, metadata: { a: {} } })],
    ['without the key of an error', one, answer(401, { errorCode: 'GENERAL' })],
    ['with another code of an unknown flag', one, answer(404, { key: 'a', errorCode: 'GENERAL' })],
    ['without a list', all, answer(200, { flags: {} })],
    ['with a stream that has no path', all, answer(200, { flags: [], eventStreams: [{ type: 'sse' }] })],
    ['with a body of 304', all, { status: 304, headers: {}, text: '{}' }],
  ])('may not be one %s', (_what, request, sent) => {
    expect(checkOfrepAnswer(request, sent)).not.toEqual([]);
  });
});
