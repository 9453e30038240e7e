import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bucketKey } from '../src/monthly-active-users/month-state.ts';
import {
  organisation,
  outcomes,
  outcomesTogether,
  startServers,
  countOutcomes,
  users,
  type Servers,
} from './governed.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.close());

function repeated(times: number): { identity: string }[] {
  return Array.from({ length: times }, () => ({ identity: 'one' }));
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
    await delay(500);
    const later = countOutcomes(await outcomesTogether(governance, shop, repeated(100)))['admitted']!;
    expect(later).toBeGreaterThanOrEqual(4);
    expect(atOnce + later).toBeLessThanOrEqual(600 + refilled());
  });

  it('is shared by all processes of an organisation and by no other organisation', async () => {
    const [one, other] = [await servers.open({ ratePerMinute: 5 }), await servers.open({ ratePerMinute: 5 })];
    const [shop, bakery] = [organisation(), organisation()];
    expect(await outcomes(one, shop, users(1, 3))).toEqual(Array(3).fill('admitted'));
    expect(await outcomes(other, shop, users(1, 3))).toEqual(['admitted', 'admitted', 'rate_limit_exceeded']);
    expect(await outcomes(other, bakery, users(1, 5))).toEqual(Array(5).fill('admitted'));
  });

  it('says to come again when there will be a token, in whole seconds', async () => {
    const shop = organisation();
    const fast = await servers.open({ ratePerMinute: 60 });
    await outcomesTogether(fast, shop, users(1, 60));
    expect(await fast.admit(shop, { identity: 'one' })).toMatchObject({ retryAfterSeconds: 1 });

    const slow = await servers.open({ ratePerMinute: 1 });
    const bakery = organisation();
    await slow.admit(bakery, { identity: 'one' });
    expect(await slow.admit(bakery, { identity: 'one' })).toMatchObject({ retryAfterSeconds: 60 });
  });

  it('admits again after that time', async () => {
    const governance = await servers.open({ ratePerMinute: 60 });
    const shop = organisation();
    await outcomesTogether(governance, shop, users(1, 60));
    expect(await outcomes(governance, shop, users(1, 1))).toEqual(['rate_limit_exceeded']);
    await delay(1000);
    expect(await outcomes(governance, shop, users(1, 1))).toEqual(['admitted']);
  });

  it('never grows beyond its capacity, and a rejected request costs nothing', async () => {
    const governance = await servers.open({ ratePerMinute: 60 });
    const shop = organisation();
    await outcomesTogether(governance, shop, repeated(50));
    await outcomesTogether(governance, shop, repeated(5_000));
    expect(Number(await servers.redis.hget(bucketKey(shop.id), 'tokens'))).toBeLessThan(1);
    await servers.redis.hset(bucketKey(shop.id), 'at', '0');
    expect(countOutcomes(await outcomesTogether(governance, shop, repeated(200)))).toMatchObject({
      admitted: 60,
    });
  });

  it('is not asked for when it is switched off', async () => {
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
