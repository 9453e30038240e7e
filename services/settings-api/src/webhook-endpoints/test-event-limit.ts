import type { Cluster, Redis } from 'ioredis';
import { consume, createRateLimiter } from '../framework/redis-rate-limiter.ts';
import { webhookErrors } from './errors.ts';

export interface TestEventLimit {
  /** Throws 429 when the organisation has sent too many. */
  consume(organisationId: string): Promise<void>;
}

/**
 * An attempt takes five seconds at most, so that an organisation hardly ever has more than five of them at a time: a quarter of the
 * twenty that a dispatcher makes at once.
 */
export const testEventLimit = { points: 5, duration: 15 };

export function createTestEventLimit(redis: Redis | Cluster, limit = testEventLimit): TestEventLimit {
  const limiter = createRateLimiter(redis, 'bunting:test-events', limit);
  return {
    consume: (organisationId) => consume(limiter, organisationId, webhookErrors.tooManyTests),
  };
}
