import { describe, expect, it } from '@jest/globals';
import { includesCodeReferences, getMauCap, getStoredBytesCap } from './plans.ts';

describe('plans (decisions §2)', () => {
  it.each([
    ['free', 1_000, false],
    ['starter', 10_000, false],
    ['business', 1_000_000, true],
    ['enterprise', null, true],
  ] as const)('%s includes %s monthly active users; code references: %s', (plan, cap, codeReferences) => {
    expect(getMauCap({ plan, mauCap: null })).toBe(cap);
    expect(includesCodeReferences(plan)).toBe(codeReferences);
  });

  it.each([
    ['free', 64],
    ['starter', 256],
    ['business', 1_024],
    ['enterprise', 4_096],
  ] as const)(
    '%s includes %s MiB of definitions, unless the organisation has a cap of its own',
    (plan, mebibytes) => {
      expect(getStoredBytesCap({ plan, storedMebibytesCap: null })).toBe(mebibytes * 1024 * 1024);
      expect(getStoredBytesCap({ plan, storedMebibytesCap: 0 })).toBe(0);
    },
  );

  it('give way to a cap of the organisation’s own, zero included', () => {
    expect(getMauCap({ plan: 'enterprise', mauCap: 0 })).toBe(0);
    expect(getMauCap({ plan: 'free', mauCap: 5_000 })).toBe(5_000);
  });
});
