import { describe, expect, it } from '@jest/globals';
import { ApiError } from './api-error.ts';
import { countFailure, every, resetFailures, mayPass, retryDelayMs } from './retries.ts';

it('a read that is repeated gives way to the server while it fails, and a refusal ends it', () => {
  const failed = (status: number) => new ApiError('no', { status, retryAfter: 4 });
  const query = { state: { data: undefined, error: failed(503) as ApiError | null } };
  countFailure(query);
  countFailure(query);
  expect(every(1_500)(query)).toBe(8_000);
  query.state.error = failed(404);
  expect(every(1_500)(query)).toBe(false);
  query.state.error = null;
  resetFailures(query);
  expect([every(1_500)(query), every(() => false)(query)]).toEqual([1_500, false]);
});

describe('a read that failed', () => {
  it.each([
    [0, true],
    [503, true],
    [404, false],
    [500, false],
    [403, false],
  ])('with %d is asked again by itself: %s', (status, isAsked) => {
    expect(mayPass(new ApiError('no', { status }))).toBe(isAsked);
  });

  it('is asked again after Retry-After, doubled with every failure up to 30 s', () => {
    const problem = new ApiError('no', { status: 503, retryAfter: 5 });
    expect([1, 2, 3, 4, 9].map((failures) => retryDelayMs(problem, failures))).toEqual([
      5_000, 10_000, 20_000, 30_000, 30_000,
    ]);
    expect(retryDelayMs(new ApiError('no', { status: 0 }), 1)).toBe(1_000);
  });
});
