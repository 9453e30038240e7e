import { describe, expect, it, jest } from '@jest/globals';
import { readOutcome, reportOutcome } from './outcome.ts';
import { createReporter, type BuntingError } from './reporter.ts';

const headers = (more: Record<string, string> = {}) =>
  new Headers({ 'Content-Type': 'application/json; charset=utf-8', ...more });
const body = (code: string) => JSON.stringify({ error: 'Words.', code });
const html = new Headers({ 'Content-Type': 'text/html' });

describe('the outcome of an answer', () => {
  it.each([200, 202, 304])('of status %d is ok', (status) => {
    expect(readOutcome(status, headers(), '{}')).toMatchObject({ kind: 'ok', status, text: '{}' });
  });

  it.each([
    ['another content type', 200, html, false],
    ['500', 500, headers(), false],
    ['502', 502, headers(), true],
    ['503', 503, headers(), true],
    ['504 of a proxy', 504, html, true],
    ['a redirect', 302, headers(), false],
    ['404', 404, headers(), false],
    ['a proxy that asks for a password', 401, html, false],
    ['a firewall', 403, html, false],
    ['403 with a code of a later release', 403, headers(), false],
  ])('is a failure: %s', (_, status, given, mayRetry) => {
    const outcome = readOutcome(status, given, body('unheard_of'));
    expect(outcome).toEqual({ kind: 'failed', code: 'unexpected_answer', mayRetry, status });
  });

  it.each([
    ['7', 7_000],
    ['0', 0],
    ['999999', 3_600_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('of 429 with Retry-After %s', (retryAfter, retryAfterMs) => {
    expect(readOutcome(429, headers({ 'Retry-After': retryAfter }), '')).toEqual({
      kind: 'limited',
      retryAfterMs,
    });
  });

  it('of 429 of a proxy is the same', () => {
    expect(readOutcome(429, html, '')).toEqual({ kind: 'limited', retryAfterMs: undefined });
  });

  it.each([
    [401, '{"error":"Invalid or missing API key."}', 'key_invalid'],
    [403, body('key_kind_insufficient'), 'key_kind_insufficient'],
    [403, body('organisation_suspended'), 'organisation_suspended'],
    [403, body('organisation_inactive'), 'organisation_inactive'],
  ])('of %d %s refuses the key', (status, text, code) => {
    expect(readOutcome(status, headers(), text)).toEqual({ kind: 'refused', code, status });
  });

  it('of used up users concerns the user alone', () => {
    expect(readOutcome(403, headers(), body('monthly_active_users_exceeded'))).toEqual({
      kind: 'user_refused',
    });
  });

  it.each([400, 413])('of %d will not be another', (status) => {
    expect(readOutcome(status, headers(), body('batch_too_large'))).toEqual({
      kind: 'rejected',
      status,
      error: 'Words.',
    });
  });

  it('of a missing signature concerns the request alone', () => {
    expect(readOutcome(401, headers(), body('user_signature_invalid'))).toMatchObject({ kind: 'rejected' });
  });

  it.each(['', '<', 'null', '[]', '7'])('with a body that is no error: %j', (text) => {
    expect(readOutcome(400, headers(), text)).toEqual({ kind: 'rejected', status: 400, error: '' });
  });
});

describe('what is reported of outcomes', () => {
  function reported(...outcomes: Parameters<typeof reportOutcome>[0][]) {
    const errors: BuntingError[] = [];
    let now = 0;
    const reporter = createReporter({ now: () => now }, (error) => void errors.push(error));
    for (const outcome of outcomes) {
      reportOutcome(outcome, 'Evaluation', reporter);
      now += 59_999;
    }
    return errors.map(({ code, status }) => [code, status]);
  }

  it('is nothing where all is well', () => {
    expect(reported(readOutcome(200, headers(), ''))).toEqual([]);
  });

  it.each([
    [readOutcome(503, headers(), ''), ['unavailable', 503]],
    [{ kind: 'failed', code: 'timeout', mayRetry: false } as const, ['unavailable', undefined]],
    [readOutcome(429, headers(), ''), ['limited', 429]],
    [readOutcome(401, headers(), ''), ['refused', 401]],
    [readOutcome(403, headers(), body('monthly_active_users_exceeded')), ['over_cap', 403]],
    [readOutcome(413, headers(), ''), ['invalid', 413]],
  ])('is %j once a minute', (outcome, error) => {
    expect(reported(outcome, outcome)).toEqual([error]);
  });

  it('is 400 once', () => {
    const rejected = readOutcome(400, headers(), '');
    expect(reported(rejected, rejected, rejected, rejected)).toHaveLength(1);
  });

  it('is said on the console when nobody listens', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    createReporter({ now: () => 0 }, undefined).report('unavailable', 'x', 'Words.');
    expect(warn).toHaveBeenCalledWith('Bunting (unavailable): Words.');
    warn.mockRestore();
  });

  it('is nothing after the end, and a listener that throws changes nothing', () => {
    const onError = jest.fn(() => {
      throw new Error('own mistake');
    });
    const reporter = createReporter({ now: () => 0 }, onError);
    reporter.report('unavailable', 'x', 'Words.');
    reporter.close();
    reporter.report('limited', 'x', 'Words.');
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('has a thousand topics at most', () => {
    const onError = jest.fn();
    const reporter = createReporter({ now: () => 0 }, onError);
    for (let n = 0; n < 1_100; n++) reporter.reportOnce('type_mismatch', `key-${n}`, 'Words.');
    expect(onError).toHaveBeenCalledTimes(1_000);
  });
});
