/** The rate limit of one process, for the time in which Redis cannot be asked. */
export interface TokenBucket {
  /** Takes `count` tokens (one by default) and returns 0, or returns the milliseconds until there are that many. */
  take(count?: number): number;
}

/** Has at most a minute's worth of tokens and refills evenly, as the bucket in Redis does. `now` gives milliseconds. */
export function createTokenBucket(options: { perMinute: number; now: () => number }): TokenBucket {
  const { perMinute, now } = options;
  let tokens = perMinute;
  let filledAt = now();

  return {
    take(count = 1) {
      if (perMinute === Infinity) return 0;
      const time = now();
      tokens = Math.min(perMinute, tokens + (Math.max(0, time - filledAt) * perMinute) / 60_000);
      filledAt = time;
      if (tokens < count) return ((count - tokens) * 60_000) / perMinute;
      tokens -= count;
      return 0;
    },
  };
}
