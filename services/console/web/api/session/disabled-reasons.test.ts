import { describe, expect, it } from '@jest/globals';
import { lastOwnerReason, getChangeReason } from './disabled-reasons.ts';
import type { Membership } from '../types.ts';

const memberships = {
  viewer: { role: 'viewer', permissions: ['read'] },
  member: { role: 'member', permissions: ['read', 'define', 'serve'] },
  admin: { role: 'admin', permissions: ['read', 'define', 'serve', 'serve-protected'] },
} as const;
const environments = [
  { slug: 'production', name: 'Production', required_approvals: 0 },
  { slug: 'staging', name: 'Staging', required_approvals: 0 },
];

it('a member is told which protected environments bar a change', () => {
  const uses = [
    { environment: 'production', protected: true, variations: [] },
    { environment: 'staging', protected: false, variations: [] },
  ];
  expect(getChangeReason(memberships.member, uses, environments)).toMatch(
    /^It is served in Production, where/,
  );
  expect(getChangeReason(memberships.member, uses.slice(1), environments)).toBeUndefined();
  expect(getChangeReason(memberships.member, undefined, environments)).toMatch(/^Still loading/);
  expect(getChangeReason(memberships.viewer, [], environments)).toMatch(/^Viewers/);
  expect(getChangeReason(memberships.admin, uses, environments)).toBeUndefined();
});

it('nobody changes directly what an environment with approvals serves', () => {
  const uses = [{ environment: 'production', protected: true, variations: [] }];
  const guarded = [{ ...environments[0]!, required_approvals: 1 }, environments[1]!];
  const reason = 'It is served in Production, where changes need approval.';
  expect(getChangeReason(memberships.admin, uses, guarded)).toBe(reason);
  expect(getChangeReason(memberships.member, uses, guarded)).toBe(reason);
  expect(getChangeReason(memberships.admin, [], guarded)).toBeUndefined();
});

describe('the last owner', () => {
  const member = (email: string, role: Membership['role'], status: Membership['status'] = 'member') =>
    ({ email, role, status }) as Membership;
  const [ada, grace] = [member('ada@acme.example', 'owner'), member('grace@acme.example', 'owner')];

  it('is kept, with the reason; one of two is not', () => {
    expect(lastOwnerReason(ada, [ada], true)).toMatch(/needs at least one owner/);
    expect(lastOwnerReason(ada, [ada, grace], true)).toBeUndefined();
  });

  it('is the last also beside somebody who is only invited to be one', () => {
    const invited = member('later@acme.example', 'owner', 'invited');
    expect(lastOwnerReason(ada, [ada, invited], true)).toMatch(/needs at least one owner/);
    expect(lastOwnerReason(invited, [ada, invited], true)).toBeUndefined();
  });

  it('is not known while there are more members than were read', () => {
    expect(lastOwnerReason(ada, [ada], false)).toBeUndefined();
  });

  it('is no member', () => {
    expect(lastOwnerReason(member('b@acme.example', 'member'), [ada], true)).toBeUndefined();
  });
});
