import { describe, expect, it } from '@jest/globals';
import type { EnvironmentRow, RequestRow, VerdictRow } from './request-row.ts';
import { getApprovals, getStage, isWaitingFor } from './stage.ts';

const now = new Date('2026-12-01T09:00:00Z');
const later = new Date('2026-12-02T09:00:00Z');

const production: EnvironmentRow = {
  id: '1',
  slug: 'production',
  protected: true,
  required_approvals: 2,
  approvers: 'admin',
  without_approval: 'switch_off',
  altered: true,
};

const open = {
  author: 'ada@acme.example',
  author_role: 'member',
  max_role: null,
  contributors: [],
  reviewers: [],
  revision: 2,
  status: 'open',
  conflicts: null,
  apply_at: null,
  after: null,
  now,
  verdicts: [],
  environments: [production],
} as unknown as RequestRow;

const of = (members: Partial<RequestRow>): RequestRow => ({ ...open, ...members });

function verdict(author: string, more: Partial<VerdictRow> = {}): VerdictRow {
  const given = {
    verdict: 'approve',
    revision: 2,
    comment: null,
    created_at: '2026-12-01T08:00:00Z',
    role: 'admin',
  };
  return { author: `${author}@acme.example`, ...given, ...more } as VerdictRow;
}

const approved = [verdict('grace'), verdict('alan')];
const before = (status: RequestRow['status']) => ({ id: '2', number: 41, status });

describe('the stage of a change request', () => {
  it.each<[string, Partial<RequestRow>, string | null]>([
    ['is none once it is applied', { status: 'applied' }, null],
    ['is none once it is closed', { status: 'closed', conflicts: [] }, null],
    [
      'is conflicting where the last look found conflicts',
      { conflicts: [{}], verdicts: approved },
      'conflicting',
    ],
    [
      'is conflicting where the request before it is closed',
      { after: before('closed'), verdicts: approved },
      'conflicting',
    ],
    [
      'is changes_requested where somebody eligible says so, although others approved it',
      { verdicts: [...approved, verdict('linus', { verdict: 'request_changes' })] },
      'changes_requested',
    ],
    [
      'is not changes_requested for what somebody else says',
      { verdicts: [...approved, verdict('linus', { verdict: 'request_changes', role: 'member' })] },
      'ready',
    ],
    [
      'is waiting while approvals are missing',
      { verdicts: [verdict('grace')], after: before('open') },
      'waiting',
    ],
    [
      'is following while the request before it is open',
      { verdicts: approved, after: before('open'), apply_at: later },
      'following',
    ],
    [
      'is scheduled while its time is to come',
      { verdicts: approved, after: before('applied'), apply_at: later },
      'scheduled',
    ],
    ['is ready at its time', { verdicts: approved, apply_at: now }, 'ready'],
    [
      'is ready where no environment needs approvals',
      { environments: [{ ...production, altered: false }] },
      'ready',
    ],
  ])('%s', (_, members, stage) => {
    expect(getStage(of(members))).toBe(stage);
  });
});

describe('the approvals that count', () => {
  it.each<[string, Partial<RequestRow>, readonly string[], number]>([
    [
      'are of the current revision',
      { verdicts: [verdict('grace', { revision: 1 }), verdict('alan')] },
      ['alan'],
      2,
    ],
    [
      'are of those whose role of now allows it',
      { verdicts: [verdict('grace', { role: 'member' }), verdict('alan', { role: null })] },
      [],
      2,
    ],
    [
      'are of members where the environment says so',
      {
        environments: [{ ...production, approvers: 'member' }],
        verdicts: [verdict('grace', { role: 'member' })],
      },
      ['grace'],
      2,
    ],
    ['are not of the author', { verdicts: [verdict('ada')] }, [], 2],
    ['are not of contributors', { contributors: ['grace@acme.example'], verdicts: approved }, ['alan'], 2],
    [
      'are one admin where the author could not change a protected environment',
      {
        environments: [{ ...production, required_approvals: 0, approvers: 'member' }],
        verdicts: [verdict('grace', { role: 'member' })],
      },
      [],
      1,
    ],
    [
      'are none where the author could make the change',
      { author_role: 'admin', environments: [{ ...production, required_approvals: 0 }] },
      [],
      0,
    ],
    ['are as many as the environment requires of admins, too', { author_role: 'owner' }, [], 2],
    [
      'are none in an environment that is not protected',
      { environments: [{ ...production, protected: false, required_approvals: 0 }] },
      [],
      0,
    ],
  ])('%s', (_, members, names, required) => {
    const approvedBy = names.map((name) => `${name}@acme.example`);
    expect(getApprovals(of(members))).toMatchObject([{ required, approvedBy }]);
  });
});

describe('a change request waits for', () => {
  it.each<[string, Partial<RequestRow>, string, string, boolean]>([
    ['everybody who may approve it', {}, 'grace', 'admin', true],
    ['nobody with too low a role', {}, 'grace', 'member', false],
    ['only its reviewers, if it has some', { reviewers: ['alan@acme.example'] }, 'grace', 'admin', false],
    ['its reviewers', { reviewers: ['grace@acme.example'] }, 'grace', 'admin', true],
    ['nobody who has given a verdict', { verdicts: [verdict('grace')] }, 'grace', 'admin', false],
    ['its author while it conflicts', { conflicts: [{}] }, 'ada', 'member', true],
    ['its author when it is ready', { verdicts: approved }, 'ada', 'member', true],
    ['nobody else when it is ready', { verdicts: approved }, 'linus', 'owner', false],
    ['not its author while approvals are missing', {}, 'ada', 'member', false],
    ['not its contributors', { contributors: ['grace@acme.example'] }, 'grace', 'admin', false],
  ])('%s', (_, members, name, role, isWaiting) => {
    expect(isWaitingFor(of(members), `${name}@acme.example`, role as 'admin')).toBe(isWaiting);
  });
});
