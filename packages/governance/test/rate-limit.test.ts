import { describe, expect, it } from '@jest/globals';
import { bucketKey, clientBucketKey } from '../src/monthly-active-users/month-state.ts';
import { countOutcomes, exceeded, organisation, outcomes, outcomesTogether, users } from './governed.ts';
import { shareServers } from './use-servers.ts';

const servers = shareServers();

function repeated(times: number): { identity: string }[] {
  return Array.from({ length: times }, () => ({ identity: 'one' }));
}

/** Sets the time of the last use of an organisation's bucket back. */
async function age({ id }: { readonly id: string }, ms: number): Promise<void> {
  const at = Number(await servers.redis.hget(bucketKey(id), 'at'));
  await servers.redis.hset(bucketKey(id), 'at', String(at - ms * 1_000));
}

describe('the rate limit', () => {
  it('admits a minute’s worth at once, then refills evenly', async () => {
    const governance = await servers.open({ ratePerMinute: 600 });
    const shop = organisation();
    const startedAt = performance.now();
    const refilled = () => Math.floor((performance.now() - startedAt) / 100);
    const atOnce = countOutcomes(await outcomesTogether(governance, shop, repeated(700)))['admitted']!;
    expect(atOnce).toBeGreaterThanOrEqual(600);
    expect(atOnce).toBeLessThanOrEqual(600 + refilled());
    await age(shop, 30_000);
    const later = countOutcomes(await outcomesTogether(governance, shop, repeated(400)))['admitted']!;
    expect(later).toBeGreaterThanOrEqual(300);
    expect(atOnce + later).toBeLessThanOrEqual(900 + refilled());
  });

  it('is shared by all processes of an organisation and by no other organisation', async () => {
    const [one, other] = [await servers.open({ ratePerMinute: 5 }), await servers.open({ ratePerMinute: 5 })];
    const [shop, bakery] = [organisation(), organisation()];
    expect(await outcomes(one, shop, users(1, 3))).toEqual(Array(3).fill('admitted'));
    expect(await outcomes(other, shop, users(1, 3))).toEqual(['admitted', 'admitted', 'rate_limit_exceeded']);
    expect(await outcomes(other, bakery, users(1, 5))).toEqual(Array(5).fill('admitted'));
  });

  it('returns the time until the next token, in whole seconds', async () => {
    const shop = organisation();
    const slow = await servers.open({ ratePerMinute: 1 });
    await slow.admit(shop, { identity: 'one' });
    await age(shop, 49_500);
    // Ten and a half tokens, some of which this test may have used.
    const refusal = (await slow.admit(shop, { identity: 'one' })) as { retryAfterSeconds: number };
    expect([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]).toContain(refusal.retryAfterSeconds);
  });

  it('admits again after that time', async () => {
    const governance = await servers.open({ ratePerMinute: 6 });
    const shop = organisation();
    await outcomesTogether(governance, shop, users(1, 6));
    expect(await outcomes(governance, shop, users(1, 1))).toEqual(['rate_limit_exceeded']);
    await age(shop, 10_000);
    expect(await outcomes(governance, shop, users(1, 1))).toEqual(['admitted']);
  });

  it('never grows beyond its capacity, and a rejected request costs nothing', async () => {
    const governance = await servers.open({ ratePerMinute: 6 });
    const shop = organisation();
    await outcomesTogether(governance, shop, repeated(5));
    await outcomesTogether(governance, shop, repeated(5_000));
    expect(Number(await servers.redis.hget(bucketKey(shop.id), 'tokens'))).toBeLessThan(1);
    await servers.redis.hset(bucketKey(shop.id), 'at', '0');
    expect(countOutcomes(await outcomesTogether(governance, shop, repeated(20)))).toMatchObject({
      admitted: 6,
    });
  });

  it.each([false, true])('is paid by what a request has cost, with client keys: %s', async (isClient) => {
    const limits = { ratePerMinute: 10, clientRatePerMinute: 10 };
    const [one, other] = [await servers.open(limits), await servers.open(limits)];
    const shop = organisation();
    const admit = async (governance: typeof one, kind = isClient) =>
      (await governance.admit(shop, { identity: 'one', isClient: kind })).admitted;
    expect(await admit(one)).toBe(true);
    one.charge(shop, { isClient, tokens: 8 });
    // The next request of this process tells Redis.
    expect(await admit(one)).toBe(true);
    expect([await admit(other), await admit(one)]).toEqual([false, false]);
    expect(await admit(one, !isClient)).toBe(true);
    one.charge(shop, { isClient, tokens: 1_000 });
    expect(await admit(one)).toBe(false);
    const key = isClient ? clientBucketKey(shop.id) : bucketKey(shop.id);
    expect(Number(await servers.redis.hget(key, 'tokens'))).toBeGreaterThanOrEqual(-10);
    await servers.redis.hset(key, 'at', '0');
    expect(await admit(other)).toBe(true);
  });

  it('does not apply when it is switched off', async () => {
    const governance = await servers.open({ ratePerMinute: Infinity });
    const shop = organisation();
    await outcomes(governance, shop, repeated(100));
    expect(await servers.redis.exists(bucketKey(shop.id))).toBe(0);
  });

  it('is the same when Redis has forgotten the script', async () => {
    const governance = await servers.open({ ratePerMinute: 3 });
    const shop = organisation();
    expect(await outcomes(governance, shop, users(1, 1))).toEqual(['admitted']);
    await servers.redis.script('FLUSH');
    expect(await outcomes(governance, shop, users(1, 3))).toEqual([
      'admitted',
      'admitted',
      'rate_limit_exceeded',
    ]);
    expect(governance.stats().decidedAlone).toBe(0);
  });
});

describe('the rate limit of client keys', () => {
  const byClient = (times: number) =>
    Array.from({ length: times }, () => ({ identity: 'one', isClient: true }));

  it('takes nothing from the others, also where requests of both wait together', async () => {
    const governance = await servers.open({ ratePerMinute: 3, clientRatePerMinute: 2 });
    const shop = organisation();
    const mixed = await outcomesTogether(governance, shop, [...byClient(5), ...repeated(3), ...byClient(1)]);
    expect(mixed.slice(5, 8)).toEqual(Array(3).fill('admitted'));
    expect(countOutcomes(mixed)).toEqual({ admitted: 5, rate_limit_exceeded: 4 });
    expect(await outcomes(governance, shop, repeated(1))).toEqual(['rate_limit_exceeded']);
  });

  it('is shared by all processes, and counts the same users', async () => {
    const open = () => servers.open({ ratePerMinute: 1, clientRatePerMinute: 3 });
    const [one, other] = [await open(), await open()];
    const shop = organisation({ mauCap: 1 });
    expect(await outcomes(one, shop, byClient(2))).toEqual(['admitted', 'admitted']);
    expect(await outcomes(other, shop, byClient(2))).toEqual(['admitted', 'rate_limit_exceeded']);
    expect(await outcomes(other, shop, [{ identity: 'two' }])).toEqual(['monthly_active_users_exceeded']);
  });

  it('takes nothing from the others where Redis is down, either', async () => {
    const away = { url: 'redis://127.0.0.1:1' };
    const governance = await servers.open({
      ratePerMinute: 3,
      clientRatePerMinute: 2,
      redis: away,
      readyWithinMs: 0,
    });
    const shop = organisation();
    const mixed = await outcomesTogether(governance, shop, [
      ...byClient(50),
      ...repeated(3),
      ...byClient(50),
    ]);
    expect(mixed.slice(50, 53)).toEqual(Array(3).fill('admitted'));
    expect(countOutcomes(mixed)).toEqual({ admitted: 5, rate_limit_exceeded: 98 });
    expect(await outcomes(governance, shop, repeated(1))).toEqual(['rate_limit_exceeded']);
    expect(governance.stats().decidedAlone).toBe(104);
  });

  it('bounds what invented users take: the cap of the month, after which counted users go on', async () => {
    const governance = await servers.open({ ratePerMinute: 10 });
    const shop = organisation({ mauCap: 100 });
    expect(await outcomes(governance, shop, users(1, 2))).toEqual(['admitted', 'admitted']);
    const invented = Array.from({ length: 1_500 }, (_, n) => ({ identity: `invented-${n}`, isClient: true }));
    expect(countOutcomes(await outcomesTogether(governance, shop, invented))).toEqual({
      admitted: 98,
      [exceeded]: 1_402,
    });
    expect(await outcomes(governance, shop, users(1, 3))).toEqual(['admitted', 'admitted', exceeded]);
    const fresh = await servers.open({ ratePerMinute: 10 });
    expect(await outcomes(fresh, shop, users(1, 2))).toEqual(['admitted', 'admitted']);
  });
});
