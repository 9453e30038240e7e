import { expect, it } from '@jest/globals';
import { getDeniedReason } from './denied-reason.ts';

const production = { name: 'Production', protected: true };
const staging = { name: 'Staging', protected: false };
const member = { role: 'member', permissions: ['read', 'define', 'serve'] } as const;
const admin = { role: 'admin', permissions: ['read', 'serve', 'serve-protected'] } as const;

it('to serve in a protected environment is a permission of its own, whose reason names the environment', () => {
  expect(getDeniedReason(member, 'serve', staging)).toBeUndefined();
  expect(getDeniedReason(member, 'serve', production)).toBe(
    'Only admins and owners can make changes in Production. You are a member here.',
  );
  expect(getDeniedReason(admin, 'serve', production)).toBeUndefined();
});

it('the permissions of the session decide, not the name of the role', () => {
  expect(getDeniedReason({ role: 'viewer', permissions: ['define'] }, 'define')).toBeUndefined();
  expect(getDeniedReason({ role: 'owner', permissions: [] }, 'define')).toBeDefined();
});

it('everything is denied until the membership is known', () => {
  expect(getDeniedReason(undefined, 'read')).toBe('Only members of the organisation can do this.');
});
