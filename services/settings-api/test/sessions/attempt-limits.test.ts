import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRedis, untilRedisReady } from '@bunting/redis';
import { createLogger } from '@bunting/observability';
import type { HttpError } from '@bunting/service';
import { startTestRedis, until } from '@bunting/testing';
import { createAttemptLimits } from '../../src/framework/attempt-limits.ts';

const limits = {
  signInByAddress: { points: 4, duration: 900 },
  signInByEmailAndAddress: { points: 2, duration: 900 },
  signInByEmail: { points: 5, duration: 3600 },
  signInByBrowser: { points: 2, duration: 900 },
  signUpByAddress: { points: 1, duration: 900 },
  linksByOrganisation: { points: 2, duration: 3600 },
  staffByAddress: { points: 2, duration: 60 },
};
const log = createLogger({ service: 'settings-api', level: 'error' });

let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: ReturnType<typeof createRedis>;
beforeAll(async () => {
  server = await startTestRedis();
  redis = createRedis(server.url, { name: 'settings-api', log });
  await untilRedisReady(redis, 5_000);
});
beforeEach(async () => {
  // An earlier test may have paused it for so long that its connection was closed, or is closed only now.
  await until(async () => {
    const isReady = await untilRedisReady(redis, 1_000);
    return (
      isReady &&
      redis.flushall().then(
        () => true,
        () => false,
      )
    );
  });
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

const ada = 'ada@acme.example';
const processes = (count: number, connection = redis) =>
  Array.from({ length: count }, () => {
    const attempts = createAttemptLimits(connection, limits);
    const signIn = (address: string, email = ada, browser?: string) =>
      attempts.signIn({ address, email, browser });
    return { ...attempts, signIn, wrong: (...of: Parameters<typeof signIn>) => outcome(signIn(...of)) };
  });
const oneProcess = () => processes(1)[0]!;

describe('attempts to sign in', () => {
  it('for one account are limited for the network that they come from, and for no other', async () => {
    const { wrong } = oneProcess();
    expect(await wrong('192.0.2.1')).toBe('may try');
    expect(await wrong('192.0.2.1', 'ADA@acme.example')).toBe('may try');
    expect(await wrong('192.0.2.1')).toBe(refused);
    expect(await wrong('192.0.2.2')).toBe('may try');
    expect(await wrong('192.0.2.1', 'grace@acme.example')).toBe('may try');
  });

  it('for one account are limited, wherever they come from', async () => {
    const { wrong } = oneProcess();
    for (let host = 1; host <= 5; host += 1) expect(await wrong(`192.0.2.${host}`)).toBe('may try');
    expect(await wrong('192.0.2.6')).toBe(refused);
    expect(await wrong('192.0.2.6', 'grace@acme.example')).toBe('may try');
  });

  it('do not lock out a network from which the account was signed in to, even if they lock out all others', async () => {
    const { signIn, wrong } = oneProcess();
    const home = '198.51.100.1';
    await (
      await signIn(home)
    )();
    for (let host = 1; host <= 5; host += 1) await wrong(`192.0.2.${host}`);
    expect(await wrong('192.0.2.6')).toBe(refused);
    const succeed = await signIn(home);
    await succeed();
    // The other network has its own limit.
    expect([await wrong(home), await wrong(home), await wrong(home)]).toEqual([
      'may try',
      'may try',
      refused,
    ]);
  });

  it('are counted separately for a browser that signed in before, in any network', async () => {
    const { signIn, wrong } = oneProcess();
    const cafe = '203.0.113.7';
    for (let times = 0; times < 6; times += 1) await wrong(cafe);
    for (let host = 1; host <= 6; host += 1) await wrong(`192.0.2.${host}`);
    expect(await wrong(cafe)).toBe(refused);
    const succeed = await signIn(cafe, ada, 'her browser');
    await succeed();
    const inBrowser = () => wrong(cafe, ada, 'her browser');
    expect([await inBrowser(), await inBrowser(), await inBrowser()]).toEqual([
      'may try',
      'may try',
      refused,
    ]);
    expect(await wrong(cafe, ada, 'her other browser')).toBe('may try');
  });

  it('from one network are limited, whatever the account', async () => {
    const { wrong } = oneProcess();
    for (let host = 1; host <= 4; host += 1) {
      expect(await wrong(`2001:db8::${host}`, `guess-${host}@acme.example`)).toBe('may try');
    }
    expect(await wrong('2001:db8::5', 'guess-5@acme.example')).toBe(refused);
    expect(await wrong('2001:db8:0:1::5', 'guess-5@acme.example')).toBe('may try');
  });

  it('that succeed do not count, from one network or from many', async () => {
    const { signIn } = oneProcess();
    for (let times = 0; times < 12; times += 1) {
      for (const address of ['198.51.100.1', `198.51.100.${times}`]) {
        const succeed = await signIn(address);
        await expect(succeed()).resolves.toBeUndefined();
      }
    }
  });

  it('are counted by all processes together', async () => {
    const [one, other] = processes(2);
    await one!.signIn('203.0.113.1');
    await other!.signIn('203.0.113.1');
    expect(await one!.wrong('203.0.113.1')).toBe(refused);
  });

  it('beyond the limit are answered with the time to wait', async () => {
    const attempts = oneProcess();
    await attempts.signUp('203.0.113.9');
    const error = await attempts.signUp('203.0.113.9').catch((thrown: unknown) => thrown as HttpError);
    const seconds = Number((error as HttpError).headers['Retry-After']);
    expect(seconds).toBeGreaterThan(600);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  it("are counted by each process while Redis isn't responding", async () => {
    const { wrong } = oneProcess();
    await redis.call('CLIENT', 'PAUSE', '6000', 'ALL');
    const outcomes = [];
    for (let times = 0; times < 3; times += 1) outcomes.push(await wrong('192.0.2.50'));
    expect(outcomes).toEqual(['may try', 'may try', refused]);
  });

  it('are counted by each process while Redis is down', async () => {
    const away = createRedis('redis://127.0.0.1:1', { name: 'away', log });
    const { signIn, wrong } = processes(1, away)[0]!;
    const outcomes = [];
    for (let times = 0; times < 3; times += 1) outcomes.push(await wrong('192.0.2.60'));
    expect(outcomes).toEqual(['may try', 'may try', refused]);
    const succeed = await signIn('192.0.2.61', 'home@acme.example');
    await succeed();
    away.disconnect();
  });
});

describe('links of an organisation', () => {
  it('are limited by the hour, for each organisation separately', async () => {
    const attempts = oneProcess();
    const outcomes = [];
    for (const organisation of ['acme', 'acme', 'acme', 'globex']) {
      outcomes.push(await outcome(attempts.invite(organisation)));
    }
    expect(outcomes).toEqual(['may try', 'may try', refused, 'may try']);
  });
});

describe('the staff token', () => {
  it('may be guessed a limited number of times from one network, and after that a right one is refused too', async () => {
    const attempts = oneProcess();
    for (let times = 0; times < 5; times += 1) await attempts.sendStaffToken('192.0.2.1', true);
    const outcomes = [];
    for (const isRight of [false, false, false, true]) {
      outcomes.push(await outcome(attempts.sendStaffToken('192.0.2.1', isRight)));
    }
    expect(outcomes).toEqual(['may try', 'may try', refused, refused]);
    expect(await outcome(attempts.sendStaffToken('192.0.2.2', true))).toBe('may try');
  });
});
