import { describe, expect, it } from '@jest/globals';
import { cutIntoBatches, type WaitingRequest } from './request-batcher.ts';

function requestOf(users: number): WaitingRequest {
  const some = Array.from({ length: users }, (_, i) => ({ identity: `user-${i}`, hash: String(i) }));
  return {
    hasToken: false,
    isClient: false,
    ignoresCap: false,
    tooLarge: undefined,
    users: some,
    resolve: () => {},
  };
}
function sizes(requests: readonly WaitingRequest[]): number[] {
  return [...cutIntoBatches(requests)].map((batch) => batch.length);
}

describe('cutIntoBatches', () => {
  it('keeps requests of counted users together, however many', () => {
    expect(sizes(Array.from({ length: 10_000 }, () => requestOf(0)))).toEqual([10_000]);
  });

  it('divides where a script would have too many users to look up, never within a request', () => {
    expect(sizes(Array.from({ length: 300 }, () => requestOf(1)))).toEqual([128, 128, 44]);
    expect(sizes([requestOf(1), requestOf(1_000), requestOf(1), requestOf(0)])).toEqual([2, 2]);
  });

  it('returns no batch for no request', () => {
    expect(sizes([])).toEqual([]);
  });
});
