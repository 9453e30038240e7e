import { expect, it } from '@jest/globals';
import { formatMoment } from '../../design/format-time.ts';
import {
  describeApplication,
  describeApprovals,
  describeMinutes,
  describePlan,
  groupChanges,
  sortConflicts,
} from './model.ts';
import { createRequest } from './test-requests.ts';

const at = '2026-12-01T10:00:00.000Z';
const apply = (given: Partial<ReturnType<typeof createRequest>['apply']>) => ({
  apply: { at: null, when_approved: false, within_minutes: 60, ...given },
});

it('approvals are counted against those that are required', () => {
  expect(describeApprovals({ environment: 'production', required: 2, approved_by: ['a@acme.example'] })).toBe(
    '1 of 2',
  );
  expect(describeApprovals({ environment: 'staging', required: 0, approved_by: [] })).toBe('None needed');
});

it('the list says when a request is applied', () => {
  expect(describeApplication(createRequest())).toBe('By hand');
  expect(describeApplication(createRequest(apply({ when_approved: true })))).toBe('When approved');
  expect(describeApplication(createRequest(apply({ at })))).toBe(formatMoment(at));
  expect(describeApplication(createRequest({ status: 'closed' }))).toBe('Not applied');
});

it('a schedule says how late a request may be applied', () => {
  expect(describePlan(apply({ at, within_minutes: 90 }))).toBe(
    `${formatMoment(at)}, at most 90 minutes later`,
  );
  expect([60, 2880].map(describeMinutes)).toEqual(['1 hour', '2 days']);
});

it('differences stand below what they change, without its name', () => {
  const subject = 'targeting of checkout in production';
  const line = { subject, environment: 'production', before: true, after: false };
  const other = { subject: '', text: 'and 3 more changes', environment: null, before: null, after: null };
  expect(
    groupChanges([{ ...line, text: `${subject}: on → off` }, other, { ...line, text: `${subject}: more` }]),
  ).toEqual([
    {
      subject,
      lines: [
        { ...line, text: 'on → off' },
        { ...line, text: 'more' },
      ],
    },
    { subject: '', lines: [other] },
  ]);
});

it('conflicts over parts that no longer exist cannot be decided', () => {
  const decidable = { path: 'features.checkout.description', message: 'changed', now: 'a', wanted: 'b' };
  const closed = { path: 'after', message: 'change request 41 is closed' };
  const gone = {
    path: 'features.checkout',
    message: 'the variation x has been deleted',
    now: null,
    wanted: null,
  };
  expect(sortConflicts([decidable, closed])).toEqual({
    decidable: [decidable],
    others: [closed],
    isHopeless: false,
  });
  expect(sortConflicts([gone])).toEqual({ decidable: [], others: [gone], isHopeless: true });
});
