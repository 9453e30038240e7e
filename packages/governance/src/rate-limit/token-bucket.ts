/** The rate limit of one process, for the time in which Redis cannot be asked. */
export interface TokenBucket {
  /**
   * Takes `count` tokens (one by default) and returns 0, or returns the milliseconds until there are that many. What is `owed` is taken whether
   * it is there or not, down to a minute's worth below none.
   */
  take(count?: number, isOwed?: boolean): number;
}

/**
 * Creates a bucket that holds at most a minute's worth of tokens and refills evenly, as the bucket in Redis does. `now`
 * returns milliseconds.
 */
export function createTokenBucket(options: { perMinute: number; now: () => number }): TokenBucket {
  const { perMinute, now } = options;
  let tokens = perMinute;
  let filledAt = now();

  // One function, because there may be a hundred thousand buckets.
  return {
    take(count = 1, isOwed = false) {
      if (perMinute === Infinity) return 0;
      const time = now();
      tokens = Math.min(perMinute, tokens + (Math.max(0, time - filledAt) * perMinute) / 60_000);
      filledAt = time;
      if (tokens < count && !isOwed) return ((count - tokens) * 60_000) / perMinute;
      tokens = Math.max(-perMinute, tokens - count);
      return 0;
    },
  };
}
