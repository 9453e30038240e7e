import { createTokenBucket, type TokenBucket } from '@bunting/governance';

/** The rate of requests from each address, in one process. */
export interface AddressLimit {
  /** Takes a token of the address and returns 0, or returns the milliseconds until there is one. */
  take(address: string): number;
  /** Takes further tokens, whether they are there or not. */
  charge(address: string, count: number): void;
}

/**
 * Creates a token bucket for each of the last `maxAddresses` addresses. An address is dropped when at least half as many others have come
 * since: a client with that many addresses is limited by the organisation's rate. `now` returns milliseconds.
 */
export function createAddressLimit(options: {
  perMinute: number;
  maxAddresses: number;
  now: () => number;
}): AddressLimit {
  const { perMinute, maxAddresses, now } = options;
  // Two maps, of which the older one is dropped whole: to take the oldest entry out of one map for each new address would cost more and
  // more, because V8 passes over all entries that were deleted before it.
  let recent = new Map<string, TokenBucket>();
  let older = new Map<string, TokenBucket>();

  function bucketOf(address: string): TokenBucket {
    const known = recent.get(address);
    if (known !== undefined) return known;
    if (recent.size >= maxAddresses / 2) {
      older = recent;
      recent = new Map();
    }
    const bucket = older.get(address) ?? createTokenBucket({ perMinute, now });
    recent.set(address, bucket);
    return bucket;
  }

  return {
    take: (address) => (perMinute === Infinity ? 0 : bucketOf(address).take()),
    charge(address, count) {
      if (perMinute !== Infinity) bucketOf(address).take(count, true);
    },
  };
}
