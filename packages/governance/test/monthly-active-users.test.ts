import { describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { toCalendarMonth } from '../src/monthly-active-users/calendar-month.ts';
import { monthKey } from '../src/monthly-active-users/month-state.ts';
import {
  exceeded,
  month,
  organisation,
  outcomes,
  outcomesTogether,
  storedUsers,
  countOutcomes,
  users,
} from './governed.ts';
import { shareServers } from './use-servers.ts';

const servers = shareServers();

describe('monthly active users', () => {
  it('counts all anonymous requests as one user', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 1 });
    const anonymous = { identity: undefined };
    expect(await outcomes(governance, shop, [anonymous, anonymous, { identity: 'user-1' }])).toEqual([
      'admitted',
      'admitted',
      exceeded,
    ]);
  });

  it('counts a user once over all processes', async () => {
    const [one, other] = [await servers.open(), await servers.open()];
    const shop = organisation({ mauCap: 3 });
    expect(await outcomes(one, shop, users(1, 2))).toEqual(['admitted', 'admitted']);
    expect(await outcomes(other, shop, users(1, 4))).toEqual(['admitted', 'admitted', 'admitted', exceeded]);
  });

  it('counts the same identity in two organisations for each of them', async () => {
    const governance = await servers.open();
    for (const shop of [organisation({ mauCap: 1 }), organisation({ mauCap: 1 })]) {
      expect(await outcomes(governance, shop, users(1, 2))).toEqual(['admitted', exceeded]);
    }
  });

  it('uses the organisation’s own cap instead of the plan’s, zero included', async () => {
    const governance = await servers.open();
    expect(await outcomes(governance, organisation({ mauCap: 0, plan: 'enterprise' }), users(1, 2))).toEqual([
      exceeded,
      exceeded,
    ]);
    const generous = organisation({ mauCap: 1_010, plan: 'free' });
    expect(countOutcomes(await outcomesTogether(governance, generous, users(1, 1_020)))).toEqual({
      admitted: 1_010,
      [exceeded]: 10,
    });
  });

  it('counts without a cap on the Enterprise plan', async () => {
    const governance = await servers.open();
    const shop = organisation({ plan: 'enterprise' });
    await outcomesTogether(governance, shop, users(1, 50));
    const next = await servers.open();
    expect(await outcomes(next, { ...shop, mauCap: 50 }, users(50, 51))).toEqual(['admitted', exceeded]);
  });

  it('follows a cap that is raised or lowered', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 1 });
    expect(await outcomes(governance, shop, users(1, 2))).toEqual(['admitted', exceeded]);
    expect(await outcomes(governance, { ...shop, mauCap: 2 }, users(2, 3))).toEqual(['admitted', exceeded]);
    expect(await outcomes(governance, { ...shop, mauCap: 0 }, users(1, 3))).toEqual([
      'admitted',
      'admitted',
      exceeded,
    ]);
  });

  it('admits all users of one request or none', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 3 });
    const requests = [
      { identities: ['a', 'b', 'a'] },
      { identities: ['b', 'c', 'd'] },
      { identities: ['b', undefined] },
      { identities: ['c'] },
      { identities: ['a', 'b', undefined] },
      { identities: [] },
    ];
    const expected = ['admitted', exceeded, 'admitted', exceeded, 'admitted', 'admitted'];
    expect(await outcomes(governance, shop, requests)).toEqual(expected);
    const bakery = organisation({ mauCap: 3 });
    expect(await outcomesTogether(governance, bakery, requests)).toEqual(expected);
  });

  it('starts again with the UTC calendar month', async () => {
    let time = month.endsAt - 1;
    const governance = await servers.open({ now: () => time });
    const shop = organisation({ mauCap: 1 });
    expect(await outcomes(governance, shop, users(1, 2))).toEqual(['admitted', exceeded]);
    time += 1;
    expect(await outcomes(governance, shop, [{ identity: 'user-2' }, { identity: 'user-1' }])).toEqual([
      'admitted',
      exceeded,
    ]);
    time = toCalendarMonth(time).endsAt;
    expect(await outcomes(governance, shop, users(3, 4))).toEqual(['admitted', exceeded]);
    await until(async () => (await storedUsers(servers, shop)) === 3);
  });

  it('removes a month some days after its end', async () => {
    const noSuchKey = -2;
    const governance = await servers.open();
    const shop = organisation();
    await outcomesTogether(governance, shop, users(1, 500));
    const keys = await servers.redis.keys(`bunting:{${shop.id}}:*`);
    expect(keys).toContain(monthKey(shop.id, month));
    for (const key of [...keys, `bunting:mau:${month.name}`]) {
      const expiresAt = await servers.redis.expiretime(key);
      // The waiting users are stored meanwhile.
      if (key.endsWith(':pending') && expiresAt === noSuchKey) continue;
      expect({ key, expiresAt }).toEqual({ key, expiresAt: month.endsAt / 1000 + 7 * 86_400 });
    }
  });

  it('stores users as small sets of integers', async () => {
    const governance = await servers.open();
    const shop = organisation({ plan: 'enterprise' });
    await outcomesTogether(governance, shop, users(1, 9_000));
    const sets = await servers.redis.keys(`bunting:{${shop.id}}:mau:*:?:*`);
    expect(sets).toHaveLength(4 + 16 + 64);
    let members = 0;
    for (const set of sets) {
      expect(await servers.redis.object('ENCODING', set)).toBe('intset');
      members += await servers.redis.scard(set);
    }
    expect(members).toBe(9_000);
  });

  it('stores newly counted users in PostgreSQL and removes them from the waiting ones', async () => {
    const governance = await servers.open({ storeIntervalMs: 50 });
    const shop = organisation();
    await outcomesTogether(governance, shop, users(1, 2_500));
    await until(async () => (await storedUsers(servers, shop)) >= 2_500);
    expect(await storedUsers(servers, shop)).toBe(2_500);
    const pending = `${monthKey(shop.id, month)}:pending`;
    await until(async () => (await servers.redis.exists(pending)) === 0);
  });
});
