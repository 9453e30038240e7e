/** The rate limit of one process, for the time in which Redis cannot be asked. */
export interface TokenBucket {
  /** Takes a token and gives 0, or gives the milliseconds until there is one. */
  take(): number;
}

/** Holds a minute's worth of tokens and refills evenly, as the bucket in Redis does. `now` gives milliseconds. */
export function createTokenBucket(options: { perMinute: number; now: () => number }): TokenBucket {
  const { perMinute, now } = options;
  let tokens = perMinute;
  let filledAt = now();

  return {
    take() {
      if (perMinute === Infinity) return 0;
      const time = now();
      tokens = Math.min(perMinute, tokens + (Math.max(0, time - filledAt) * perMinute) / 60_000);
      filledAt = time;
      if (tokens < 1) return ((1 - tokens) * 60_000) / perMinute;
      tokens -= 1;
      return 0;
    },
  };
}
