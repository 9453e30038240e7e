import { describe, expect, it } from '@jest/globals';
import type { Role } from '../../api/types.ts';
import {
  allowsWithoutApproval,
  getApplyReason,
  getManageReason,
  getTakeOverReason,
  getVerdictReason,
  getWithoutApprovalReason,
} from './rights.ts';
import { createEnvironment, createRequest } from './test-requests.ts';

const context = (
  role: Role,
  {
    email = 'grace@acme.example',
    request = {},
    environment = {},
  }: {
    email?: string;
    request?: Parameters<typeof createRequest>[0];
    environment?: Parameters<typeof createEnvironment>[0];
  } = {},
) => ({
  request: createRequest(request),
  email,
  membership: { role },
  environments: [createEnvironment(environment)],
});
const ada = 'ada@acme.example';

describe('a verdict', () => {
  it('is for admins, and for members where the environment says so', () => {
    expect(getVerdictReason(context('admin'))).toBeUndefined();
    expect(getVerdictReason(context('member', { environment: { approvers: 'member' } }))).toBeUndefined();
    expect(getVerdictReason(context('member'))).toBe(
      'Only admins and owners can approve changes in Production. You are a member here.',
    );
  });

  it('is for nobody who wrote or edited the request', () => {
    expect(getVerdictReason(context('owner', { email: ada }))).toMatch(/^You are the author/);
    const request = { contributors: ['grace@acme.example'] };
    expect(getVerdictReason(context('owner', { request }))).toMatch(/^You have edited it/);
  });
});

describe('a request', () => {
  it('is managed by its author and by people who may approve it', () => {
    expect(getManageReason(context('member', { email: ada }))).toBeUndefined();
    expect(getManageReason(context('member'))).toMatch(/^Only its author/);
    expect(getManageReason(context('viewer', { email: ada }))).toMatch(/^Viewers can’t/);
  });

  it('is taken over by people who may approve it', () => {
    expect(getTakeOverReason(context('admin'))).toBeUndefined();
    expect(getTakeOverReason(context('member'))).toMatch(/^Only people who may approve/);
  });

  it('is applied once it is ready', () => {
    expect(getApplyReason(context('admin', { request: { stage: 'ready' } }))).toBeUndefined();
    expect(getApplyReason(context('admin'))).toBe('Approvals are missing.');
    expect(getApplyReason(context('admin', { request: { stage: 'following', after: 41 } }))).toBe(
      'Apply #41 first.',
    );
  });

  it('is applied without approval by admins where the environment lets them', () => {
    expect(allowsWithoutApproval(context('admin'))).toBe(false);
    expect(allowsWithoutApproval(context('admin', { environment: { without_approval: 'anything' } }))).toBe(
      true,
    );
    expect(getWithoutApprovalReason(context('admin'))).toBeUndefined();
    expect(getWithoutApprovalReason(context('member'))).toMatch(/^Only admins and owners/);
  });
});
