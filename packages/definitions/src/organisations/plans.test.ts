import { describe, expect, it } from '@jest/globals';
import { includesCodeReferences, mauCapOf } from './plans.ts';

describe('plans (decisions §2)', () => {
  it.each([
    ['free', 1_000, false],
    ['starter', 10_000, false],
    ['business', 1_000_000, true],
    ['enterprise', null, true],
  ] as const)('%s includes %s monthly active users; code references: %s', (plan, cap, codeReferences) => {
    expect(mauCapOf({ plan, mauCap: null })).toBe(cap);
    expect(includesCodeReferences(plan)).toBe(codeReferences);
  });

  it('give way to a cap of the organisation’s own, zero included', () => {
    expect(mauCapOf({ plan: 'enterprise', mauCap: 0 })).toBe(0);
    expect(mauCapOf({ plan: 'free', mauCap: 5_000 })).toBe(5_000);
  });
});
