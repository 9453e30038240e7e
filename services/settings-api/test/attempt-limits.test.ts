import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRedis, untilRedisReady } from '@bunting/access';
import { createLogger, type HttpError } from '@bunting/http';
import { startTestRedis } from '@bunting/local/testing';
import { createAttemptLimits } from '../src/authentication/attempt-limits.ts';

const limits = {
  signInByAddress: { points: 4, duration: 900 },
  signInByEmail: { points: 2, duration: 900 },
  signUpByAddress: { points: 1, duration: 900 },
  resetByAddress: { points: 1, duration: 900 },
};
const log = createLogger({ service: 'settings-api', level: 'error' });

let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: ReturnType<typeof createRedis>;
beforeAll(async () => {
  server = await startTestRedis();
  redis = createRedis(server.url, { name: 'settings-api', log });
  await untilRedisReady(redis, 5_000);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'may try' as const,
    (error: HttpError) => `${error.status} ${error.code}`,
  );
const refused = '429 rate_limit_exceeded';

describe('attempts to sign in', () => {
  it('for one account are limited, wherever they come from', async () => {
    const attempts = createAttemptLimits(redis, limits);
    expect(await outcome(attempts.signIn('192.0.2.1', 'ada@acme.example'))).toBe('may try');
    expect(await outcome(attempts.signIn('192.0.2.2', 'ADA@acme.example'))).toBe('may try');
    expect(await outcome(attempts.signIn('192.0.2.3', 'ada@acme.example'))).toBe(refused);
    expect(await outcome(attempts.signIn('192.0.2.3', 'grace@acme.example'))).toBe('may try');
  });

  it('from one network are limited, whatever the account', async () => {
    const attempts = createAttemptLimits(redis, limits);
    for (let host = 1; host <= 4; host += 1) {
      expect(await outcome(attempts.signIn(`2001:db8::${host}`, `guess-${host}@acme.example`))).toBe(
        'may try',
      );
    }
    expect(await outcome(attempts.signIn('2001:db8::5', 'guess-5@acme.example'))).toBe(refused);
    expect(await outcome(attempts.signIn('2001:db8:0:1::5', 'guess-5@acme.example'))).toBe('may try');
  });

  it('that succeed do not count', async () => {
    const attempts = createAttemptLimits(redis, limits);
    for (let times = 0; times < 6; times += 1) {
      const succeed = await attempts.signIn('198.51.100.1', 'busy@acme.example');
      await expect(succeed()).resolves.toBeUndefined();
    }
  });

  it('are counted by all processes together', async () => {
    const [one, other] = [createAttemptLimits(redis, limits), createAttemptLimits(redis, limits)];
    await one.signIn('203.0.113.1', 'shared@acme.example');
    await other.signIn('203.0.113.2', 'shared@acme.example');
    expect(await outcome(one.signIn('203.0.113.3', 'shared@acme.example'))).toBe(refused);
  });

  it('are told when to come back', async () => {
    const attempts = createAttemptLimits(redis, limits);
    await attempts.signUp('203.0.113.9');
    const error = await attempts.signUp('203.0.113.9').catch((thrown: unknown) => thrown as HttpError);
    const seconds = Number((error as HttpError).headers['Retry-After']);
    expect(seconds).toBeGreaterThan(890);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  it('are counted by each process while Redis does not answer', async () => {
    const attempts = createAttemptLimits(redis, limits);
    await redis.call('CLIENT', 'PAUSE', '3000', 'ALL');
    expect(await outcome(attempts.signIn('192.0.2.50', 'slow@acme.example'))).toBe('may try');
    expect(await outcome(attempts.signIn('192.0.2.51', 'slow@acme.example'))).toBe('may try');
    expect(await outcome(attempts.signIn('192.0.2.52', 'slow@acme.example'))).toBe(refused);
  });

  it('are counted by each process while Redis is away', async () => {
    const away = createRedis('redis://127.0.0.1:1', { name: 'away', log });
    const attempts = createAttemptLimits(away, limits);
    for (let times = 0; times < 2; times += 1) {
      expect(await outcome(attempts.signIn('192.0.2.60', 'away@acme.example'))).toBe('may try');
    }
    expect(await outcome(attempts.signIn('192.0.2.60', 'away@acme.example'))).toBe(refused);
    const succeed = await attempts.signIn('192.0.2.61', 'home@acme.example');
    await succeed();
    away.disconnect();
  });
});
