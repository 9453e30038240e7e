import { describe, expect, it } from '@jest/globals';
import { formatMoment } from '../../design/format-time.ts';
import { describeNextStep } from './next-step.ts';
import { createEnvironment, createRequest } from './test-requests.ts';

const getName = (email: string) => email.split('@')[0]!;
const at = '2026-12-01T10:00:00.000Z';
const production = createEnvironment({ required_approvals: 2 });
const says = (request: Parameters<typeof createRequest>[0], environments = [production]) =>
  describeNextStep({ request: createRequest(request), environments, getName });

describe('the next step of a change request', () => {
  it('names the missing approvals, and who can give them', () => {
    const environments = [{ environment: 'production', required: 2, approved_by: ['grace@acme.example'] }];
    expect(says({ environments })).toBe(
      'Waits for 1 more approval in Production: an admin or owner other than ada can give it. Then somebody applies it by hand.',
    );
  });

  it('names members where their approvals count, everybody who is involved, and the reviewers', () => {
    const member = createEnvironment({ required_approvals: 2, approvers: 'member' });
    expect(
      says(
        {
          contributors: ['bob@acme.example'],
          reviewers: ['grace@acme.example'],
          apply: { at: null, when_approved: true, within_minutes: 60 },
        },
        [member],
      ),
    ).toBe(
      'Waits for 2 more approvals in Production: members other than ada or bob can give them. grace was asked to review it. Then Bunting applies it at once.',
    );
  });

  it('is its time for a scheduled one', () => {
    const apply = { at, when_approved: false, within_minutes: 60 };
    expect(says({ apply })).toMatch(
      `Bunting applies it on ${formatMoment(at)}, or once it is approved, at most 1 hour later.`,
    );
    expect(says({ stage: 'scheduled', apply })).toBe(`Bunting applies it on ${formatMoment(at)}.`);
  });

  it('is the other request for one that follows', () => {
    expect(says({ stage: 'following', after: 41 })).toMatch(/^Waits for #41, which is applied first\./);
  });

  it('names those who requested changes of this revision', () => {
    const verdict = { verdict: 'request_changes', at, comment: null } as const;
    const verdicts = [
      { ...verdict, by: 'grace@acme.example', revision: 2 },
      { ...verdict, by: 'bob@acme.example', revision: 1 },
    ];
    expect(says({ stage: 'changes_requested', revision: 2, verdicts })).toMatch(/^grace requested changes\./);
  });

  it('is how it ended for one that is applied or closed', () => {
    expect(says({ status: 'applied', stage: null, applied_at: at, applied_by: null })).toBe(
      `Bunting applied it on ${formatMoment(at)}.`,
    );
    expect(says({ status: 'closed', stage: null, closed_as: 'withdrawn' })).toBe(
      'ada withdrew it. You can reopen it for 30 days.',
    );
  });
});
