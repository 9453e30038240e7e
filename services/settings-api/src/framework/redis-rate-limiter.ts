import type { Cluster, Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

export interface RateLimit {
  /** Points in `duration`. */
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

/** The time-out of a Redis that is connected but does not answer. */
const redisTimeoutMs = 500;

/** Counts in Redis for all processes together; while Redis is away, each process counts for itself. */
export function createRateLimiter(
  redis: Redis | Cluster,
  keyPrefix: string,
  limit: RateLimit,
): RateLimiterAbstract {
  const options = { ...limit, keyPrefix };
  return new RLWrapperTimeouts({
    limiter: new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true }),
    timeoutMs: redisTimeoutMs,
    insuranceLimiter: new RateLimiterMemory(options),
    keyPrefix,
  });
}

/** Counts one more. Throws what `refusal` makes of the seconds to wait when the limit is reached. */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  refusal: (retryAfterSeconds: number) => Error,
): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? refusal(retryAfterSeconds(refused)) : refused;
  }
}

export function retryAfterSeconds({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1000);
}
