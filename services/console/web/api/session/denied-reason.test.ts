import { describe, expect, it } from '@jest/globals';
import { getCommentReason, getDeniedReason, getSwitchReason } from './denied-reason.ts';

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

describe('where approvals are required', () => {
  const guarded = { ...production, required_approvals: 1, without_approval: 'switch_off' };
  const reason = 'Changes in Production need approval. Edit its targeting to propose one.';

  it('nobody serves directly', () => {
    expect(getDeniedReason(admin, 'serve', guarded)).toBe(reason);
    expect(getDeniedReason(member, 'serve', guarded)).toBe(reason);
    expect(getDeniedReason({ role: 'viewer', permissions: ['read'] }, 'serve', guarded)).toMatch(
      /^Only admins/,
    );
  });

  it('admins switch off, unless nothing is exempt', () => {
    expect(getSwitchReason(admin, guarded, true)).toBeUndefined();
    expect(getSwitchReason(admin, guarded, false)).toBe(reason);
    expect(getSwitchReason(member, guarded, true)).toMatch(/^Only admins/);
    expect(getSwitchReason(admin, { ...guarded, without_approval: 'nothing' }, true)).toBe(reason);
  });
});

it('a control without a comment says where one is needed', () => {
  expect(getCommentReason({ name: 'Notes', comment_required: true })).toBe(
    'Changes in Notes need a comment, which can’t be added here. Use the API.',
  );
  expect(getCommentReason({ name: 'Notes', comment_required: false })).toBeUndefined();
});

it('the permissions of the session decide, not the name of the role', () => {
  expect(getDeniedReason({ role: 'viewer', permissions: ['define'] }, 'define')).toBeUndefined();
  expect(getDeniedReason({ role: 'owner', permissions: [] }, 'define')).toBeDefined();
});

it('everything is denied until the membership is known', () => {
  expect(getDeniedReason(undefined, 'read')).toBe('Only members of the organisation can do this.');
});
