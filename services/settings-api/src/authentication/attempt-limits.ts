import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { settingsErrors } from '../errors.ts';
import { networkOf } from './client-address.ts';

/**
 * How often one may try. Counted in Redis by all processes together, and by each process for itself while Redis is away.
 * Both throw 429.
 */
export interface AttemptLimits {
  /** To be called before the password is looked at; what it gives is called when the password was right: failures count. */
  signIn(address: string, email: string): Promise<() => Promise<void>>;
  signUp(address: string): Promise<void>;
  /** As `signIn`, before a token is looked for. */
  resetPassword(address: string): Promise<() => Promise<void>>;
}

const quarterOfAnHour = 15 * 60;

export const attemptLimits = {
  /** From one address: a whole office may sit behind it. */
  signInByAddress: { points: 50, duration: quarterOfAnHour },
  /** For one account, whoever asks, from wherever. */
  signInByEmail: { points: 10, duration: quarterOfAnHour },
  signUpByAddress: { points: 20, duration: quarterOfAnHour },
  resetByAddress: { points: 20, duration: quarterOfAnHour },
};

/** How long a Redis that is there but does not answer may take. */
const redisTimeoutMs = 500;

export function createAttemptLimits(
  redis: Redis | Cluster,
  limits: typeof attemptLimits = attemptLimits,
): AttemptLimits {
  const limiterOf = (name: keyof typeof attemptLimits): RateLimiterAbstract => {
    const options = { ...limits[name], keyPrefix: `bunting:attempts:${name}` };
    const insuranceLimiter = new RateLimiterMemory(options);
    const limiter = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
    });
    return new RLWrapperTimeouts({
      limiter,
      timeoutMs: redisTimeoutMs,
      insuranceLimiter,
      keyPrefix: options.keyPrefix,
    });
  };
  const signInByAddress = limiterOf('signInByAddress');
  const signInByEmail = limiterOf('signInByEmail');
  const signUpByAddress = limiterOf('signUpByAddress');
  const resetByAddress = limiterOf('resetByAddress');

  return {
    async signIn(address, email) {
      const network = networkOf(address);
      const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
      await spend(signInByAddress, network);
      await spend(signInByEmail, account);
      return async () => {
        await Promise.all([signInByAddress.reward(network), signInByEmail.delete(account)]);
      };
    },
    signUp: (address) => spend(signUpByAddress, networkOf(address)),
    async resetPassword(address) {
      const network = networkOf(address);
      await spend(resetByAddress, network);
      return async () => void (await resetByAddress.reward(network));
    },
  };
}

async function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw settingsErrors.tooManyAttempts(Math.ceil(refused.msBeforeNext / 1000));
  }
}
