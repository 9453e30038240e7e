import { describe, expect, it } from '@jest/globals';
import { organisation, outcomes, outcomesTogether, countOutcomes, users } from './governed.ts';
import { shareServers } from './use-servers.ts';

const servers = shareServers();

const someone = { identity: 'user-1' };

describe('governance (contract §7.2)', () => {
  it('refuses a suspended organisation, whatever its plan', async () => {
    const governance = await servers.open();
    for (const plan of ['free', 'starter', 'business', 'enterprise'] as const) {
      const refusal = governance.admit(organisation({ status: 'suspended', plan }), someone);
      expect(refusal).toEqual({ admitted: false, code: 'organisation_suspended' });
    }
  });

  it('refuses an inactive organisation unless it is on the Free plan', async () => {
    const governance = await servers.open();
    for (const plan of ['starter', 'business', 'enterprise'] as const) {
      const refusal = governance.admit(organisation({ status: 'inactive', plan }), someone);
      expect(refusal).toEqual({ admitted: false, code: 'organisation_inactive' });
    }
    expect(await governance.admit(organisation({ status: 'inactive', plan: 'free' }), someone)).toEqual({
      admitted: true,
    });
  });

  it('refuses above the rate, with the seconds to wait', async () => {
    const governance = await servers.open({ ratePerMinute: 6 });
    const shop = organisation();
    expect(await outcomes(governance, shop, users(1, 6))).toEqual(Array(6).fill('admitted'));
    expect(await governance.admit(shop, someone)).toEqual({
      admitted: false,
      code: 'rate_limit_exceeded',
      retryAfterSeconds: 10,
    });
  });

  it('refuses new users above the cap and still admits those already counted', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 2 });
    expect(await outcomes(governance, shop, users(1, 4))).toEqual([
      'admitted',
      'admitted',
      'monthly_active_users_exceeded',
      'monthly_active_users_exceeded',
    ]);
    expect(await outcomes(governance, shop, users(1, 3))).toEqual([
      'admitted',
      'admitted',
      'monthly_active_users_exceeded',
    ]);
  });

  it('refuses a batch that is too large', async () => {
    const governance = await servers.open();
    for (const tooLarge of ['batch_too_large', 'events_batch_too_large'] as const) {
      expect(await governance.admit(organisation(), { ...someone, tooLarge })).toEqual({
        admitted: false,
        code: tooLarge,
      });
    }
  });

  it.each([
    ['free', 1_000],
    ['starter', 10_000],
  ] as const)('gives the %s plan %i monthly active users', async (plan, cap) => {
    const governance = await servers.open();
    const shop = organisation({ plan });
    expect(countOutcomes(await outcomesTogether(governance, shop, users(1, cap + 5)))).toEqual({
      admitted: cap,
      monthly_active_users_exceeded: 5,
    });
  });
});

describe('the order of the checks (decisions §1.4)', () => {
  it('puts the status of the organisation before its rate: a refusal costs no token', async () => {
    const governance = await servers.open({ ratePerMinute: 1 });
    const shop = organisation();
    expect(await outcomes(governance, { ...shop, status: 'suspended' }, users(1, 3))).toEqual(
      Array(3).fill('organisation_suspended'),
    );
    expect(await outcomes(governance, shop, [someone])).toEqual(['admitted']);
  });

  it('puts the rate before the batch size', async () => {
    const governance = await servers.open({ ratePerMinute: 1 });
    const shop = organisation();
    const tooLarge = { ...someone, tooLarge: 'batch_too_large' as const };
    expect(await outcomes(governance, shop, [tooLarge, tooLarge])).toEqual([
      'batch_too_large',
      'rate_limit_exceeded',
    ]);
  });

  it('takes no user of a batch that is too large', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 1 });
    expect(
      await outcomes(governance, shop, [
        { identity: 'large', tooLarge: 'batch_too_large' },
        { identity: 'first' },
        { identity: 'large' },
      ]),
    ).toEqual(['batch_too_large', 'admitted', 'monthly_active_users_exceeded']);
  });

  it('puts the rate before the users: a request above the rate counts no user', async () => {
    const governance = await servers.open({ ratePerMinute: 2 });
    const shop = organisation({ mauCap: 5 });
    expect(await outcomes(governance, shop, users(1, 3))).toEqual([
      'admitted',
      'admitted',
      'rate_limit_exceeded',
    ]);
    const next = await servers.open();
    expect(await outcomes(next, shop, users(4, 7))).toEqual([
      'admitted',
      'admitted',
      'admitted',
      'monthly_active_users_exceeded',
    ]);
  });

  it('keeps that order for requests that are decided together', async () => {
    const governance = await servers.open({ ratePerMinute: 4 });
    const shop = organisation({ mauCap: 2 });
    const requests = [
      { identity: 'a', tooLarge: 'batch_too_large' as const },
      { identity: 'b' },
      { identity: 'b' },
      { identity: 'c' },
      { identity: 'd' },
    ];
    expect(await outcomesTogether(governance, shop, requests)).toEqual([
      'batch_too_large',
      'admitted',
      'admitted',
      'admitted',
      'rate_limit_exceeded',
    ]);
  });
});
