import { describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { exceeded, month, organisation, outcomes, outcomesTogether, storedUsers, users } from './governed.ts';
import { shareServers } from './use-servers.ts';

const servers = shareServers();

/** Returns a request that reports users who have been evaluated already. */
const evaluated = (...identities: (string | undefined)[]) => ({ identities, ignoresCap: true });

describe('users who have been evaluated already', () => {
  it('are all counted, above the cap, too, while others are refused', async () => {
    const governance = await servers.open({ storeIntervalMs: 50 });
    const shop = organisation({ mauCap: 2 });
    const requests = [
      { identity: 'user-1' },
      evaluated('user-1', 'user-2', 'user-3', undefined, 'user-3'),
      { identity: 'user-5' },
      { identity: 'user-3' },
      { identity: undefined },
    ];
    expect(await outcomes(governance, shop, requests)).toEqual([
      'admitted',
      'admitted',
      exceeded,
      'admitted',
      'admitted',
    ]);
    expect(await governance.monthlyActiveUsers(shop)).toEqual({ used: 4, cap: 2, exceeded: true });
    await until(async () => (await storedUsers(servers, shop)) === 4);
  });

  it('are counted beside requests that wait with them, of which those beyond the cap are refused', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 2 });
    const requests = [{ identity: 'one' }, evaluated('two', 'three', 'four'), { identity: 'one' }];
    expect(await outcomesTogether(governance, shop, requests)).toEqual(['admitted', 'admitted', 'admitted']);
    const other = await servers.open();
    expect(await outcomes(other, shop, [{ identity: 'four' }, { identity: 'five' }])).toEqual([
      'admitted',
      exceeded,
    ]);
  });

  it('are counted once, however often and by however many processes they are told', async () => {
    const [one, other] = [await servers.open(), await servers.open()];
    const shop = organisation({ mauCap: 10 });
    for (const governance of [one, other, one]) {
      await outcomes(governance, shop, [evaluated('user-1', 'user-2')]);
      expect(await governance.monthlyActiveUsers(shop)).toEqual({ used: 2, cap: 10, exceeded: false });
    }
  });

  it('cost a token of the bucket of servers', async () => {
    const governance = await servers.open({ ratePerMinute: 2, clientRatePerMinute: 1 });
    const shop = organisation();
    expect(await outcomes(governance, shop, [evaluated('a'), { identity: 'b' }, evaluated('c')])).toEqual([
      'admitted',
      'admitted',
      'rate_limit_exceeded',
    ]);
    expect(await governance.monthlyActiveUsers(shop)).toMatchObject({ used: 2 });
  });

  it('of a suspended organisation are refused', async () => {
    const governance = await servers.open();
    const shop = organisation({ status: 'suspended' });
    expect(await outcomes(governance, shop, [evaluated('a')])).toEqual(['organisation_suspended']);
  });
});

describe('the number of users of a month', () => {
  it('exceeds the cap when there are more, not when there are as many', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 2 });
    await outcomes(governance, shop, users(1, 3));
    expect(await governance.monthlyActiveUsers(shop)).toEqual({ used: 2, cap: 2, exceeded: false });
    await outcomes(governance, shop, [evaluated('user-3')]);
    expect(await governance.monthlyActiveUsers(shop)).toEqual({ used: 3, cap: 2, exceeded: true });
  });

  it('never exceeds where there is no cap', async () => {
    const governance = await servers.open();
    const shop = organisation({ plan: 'enterprise' });
    await outcomes(governance, shop, users(1, 3));
    expect(await governance.monthlyActiveUsers(shop)).toEqual({ used: 3, cap: null, exceeded: false });
  });

  it('begins at nothing with the UTC calendar month', async () => {
    let time = month.endsAt - 1;
    const governance = await servers.open({ now: () => time });
    const shop = organisation({ mauCap: 1 });
    await outcomes(governance, shop, [evaluated('a', 'b')]);
    expect(await governance.monthlyActiveUsers(shop)).toMatchObject({ used: 2, exceeded: true });
    time += 1;
    await outcomes(governance, shop, [evaluated('b')]);
    expect(await governance.monthlyActiveUsers(shop)).toMatchObject({ used: 1, exceeded: false });
  });
});
