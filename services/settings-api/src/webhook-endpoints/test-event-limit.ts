import type { Cluster, Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import { webhookErrors } from './errors.ts';

export interface TestEventLimit {
  /** Throws 429 when the organisation has sent too many. */
  spend(organisationId: string): Promise<void>;
}

/**
 * An attempt takes five seconds at most, so that hardly ever more than five of an organisation are under way: a quarter of the
 * twenty that a dispatcher makes at a time.
 */
export const testEventLimit = { points: 5, duration: 15 };

/** How long a Redis that is there but does not answer may take. */
const redisTimeoutMs = 500;

/** Counted in Redis by all processes together, and by each process for itself while Redis is away. */
export function createTestEventLimit(redis: Redis | Cluster, limit = testEventLimit): TestEventLimit {
  const options = { ...limit, keyPrefix: 'bunting:test-events' };
  const limiter = new RLWrapperTimeouts({
    limiter: new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true }),
    timeoutMs: redisTimeoutMs,
    insuranceLimiter: new RateLimiterMemory(options),
    keyPrefix: options.keyPrefix,
  });
  return {
    async spend(organisationId) {
      try {
        await limiter.consume(organisationId);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw webhookErrors.tooManyTests(Math.ceil(refused.msBeforeNext / 1_000));
      }
    },
  };
}
