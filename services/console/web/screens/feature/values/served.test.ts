import { describe, expect, it } from '@jest/globals';
import * as served from './served.ts';

const environments = [
  { slug: 'production', name: 'Production', protected: true, comment_required: false },
  { slug: 'staging', name: 'Staging', protected: false, comment_required: false },
];
const uses = [
  { environment: 'production', protected: true, variations: ['off'] },
  { environment: 'staging', protected: false, variations: ['off', 'on'] },
];
const on = { targeting: 'on', defaults: { layout: 'off' } } as const;
const memberships = {
  viewer: { role: 'viewer', permissions: ['read'] },
  member: { role: 'member', permissions: ['read', 'define', 'serve'] },
  admin: { role: 'admin', permissions: ['read', 'define', 'serve', 'serve-protected'] },
} as const;
const as = (role: 'viewer' | 'member' | 'admin'): served.Serving => ({
  membership: memberships[role],
  uses,
  environments,
  status: 'live',
  served: { production: on, staging: on },
});

describe('a variation', () => {
  it('is served where a rule, a default or an override names it', () => {
    expect(served.servesVariation(as('admin'), 'off')).toEqual([
      { name: 'Production', isProtected: true, isNow: true },
      { name: 'Staging', isProtected: false, isNow: true },
    ]);
    expect(served.servesVariation(as('admin'), '+1')).toEqual([]);
  });

  it('would be served where targeting is off or the feature is archived; of a complete one defaults are', () => {
    const off = { production: { ...on, targeting: 'off' }, staging: on } as const;
    const now = (serving: served.Serving, key: string) =>
      served.servesVariation(serving, key).map(({ name, isNow }) => [name, isNow === true]);
    const halfOff = { ...as('member'), served: off };
    expect(now(halfOff, 'off')).toEqual([
      ['Production', false],
      ['Staging', true],
    ]);
    expect(served.getVariationReason(halfOff, 'off')).toMatch(
      /^It would be served in Production, where only/,
    );
    expect(served.getDeleteReason(halfOff, 'off')).toMatch(/^Production and Staging serve it/);
    const archived = { ...as('member'), status: 'archived' } as const;
    expect(now(archived, 'on')).toEqual([['Staging', false]]);
    expect(served.getDeleteReason(archived, 'on')).toMatch(/^Staging would serve it/);
    const complete = { ...as('admin'), status: 'complete' } as const;
    expect(now(complete, 'off').every(([, isNow]) => isNow)).toBe(true);
    expect(now(complete, 'on')).toEqual([['Staging', false]]);
    expect(now({ ...as('admin'), served: {} }, 'on')).toEqual([['Staging', true]]);
  });

  it('is barred for members where a protected environment serves it, and for viewers everywhere', () => {
    expect(served.getVariationReason(as('member'), 'off')).toMatch(/^It is served in Production, where only/);
    expect(served.getVariationReason(as('member'), 'on')).toBeUndefined();
    expect(served.getVariationReason(as('admin'), 'off')).toBeUndefined();
    expect(served.getVariationReason(as('viewer'), 'on')).toMatch(/^Viewers/);
  });

  it('is deleted only where nothing serves it', () => {
    expect(served.getDeleteReason(as('admin'), 'off')).toMatch(/^Production and Staging serve it/);
    expect(served.getDeleteReason(as('admin'), 'on')).toMatch(/^Staging serves it/);
    expect(served.getDeleteReason(as('admin'), 'spare')).toBeUndefined();
  });
});

it('a variable is renamed by members where no protected environment serves the feature', () => {
  expect(served.getVariableReason(as('member'), 'layout')).toMatch(/^It is served in Production/);
  expect(served.getVariableReason(as('member'), '+1')).toBeUndefined();
  expect(served.getVariableReason({ ...as('member'), uses: uses.slice(1) }, 'layout')).toBeUndefined();
  // Targeting without rules uses no variation, but is served.
  const bare = [{ environment: 'production', protected: true, variations: [] }];
  expect(served.getVariableReason({ ...as('member'), uses: bare }, 'layout')).toMatch(/ in Production/);
});

it('whether browsers may read a variable is decided by admins where any environment is protected', () => {
  expect(served.getClientReason({ ...as('member'), uses: [] }, 'layout')).toMatch(/clients of Production/);
  expect(served.getClientReason(as('member'), '+1')).toBeUndefined();
  expect(served.getClientReason(as('admin'), 'layout')).toBeUndefined();
});
