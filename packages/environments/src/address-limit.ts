/** The rate of requests from each address, in one process. */
export interface AddressLimit {
  /** Takes a token of the address and returns 0, or returns the milliseconds until there is one. */
  take(address: string): number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * A token bucket for each of the last addresses, `maxAddresses` at most, with a minute's worth of tokens that refill evenly. An address is
 * forgotten when at least half as many others have come since: whoever has that many is limited by the organisation's rate. `now` gives
 * milliseconds.
 */
export function createAddressLimit(options: {
  perMinute: number;
  maxAddresses: number;
  now: () => number;
}): AddressLimit {
  const { perMinute, maxAddresses, now } = options;
  // Two maps, of which the older one is dropped whole: to take the oldest entry out of one map for each new address would cost more and
  // more, because V8 passes over all entries that were deleted before it.
  let recent = new Map<string, Bucket>();
  let older = new Map<string, Bucket>();

  function bucketOf(address: string, time: number): Bucket {
    const known = recent.get(address);
    if (known !== undefined) return known;
    if (recent.size >= maxAddresses / 2) {
      older = recent;
      recent = new Map();
    }
    const bucket = older.get(address) ?? { tokens: perMinute, filledAt: time };
    recent.set(address, bucket);
    return bucket;
  }

  return {
    take(address) {
      if (perMinute === Infinity) return 0;
      const time = now();
      const bucket = bucketOf(address, time);
      const refilled = (Math.max(0, time - bucket.filledAt) * perMinute) / 60_000;
      bucket.tokens = Math.min(perMinute, bucket.tokens + refilled);
      bucket.filledAt = time;
      if (bucket.tokens < 1) return ((1 - bucket.tokens) * 60_000) / perMinute;
      bucket.tokens -= 1;
      return 0;
    },
  };
}
