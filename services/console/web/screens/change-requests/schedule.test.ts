import { expect, it } from '@jest/globals';
import { formatLocalInput } from '../../design/forms/local-time.ts';
import { describeRevisionChange, toApply, toScheduleValues } from './schedule.ts';
import { createRequest } from './test-requests.ts';

const at = '2026-12-01T10:00:30.000Z';
const byHand = { at: null, when_approved: false, within_minutes: 60 };
const scheduled = { at, when_approved: true, within_minutes: 90 };

it('a schedule that nobody edited stays the same, to the second', () => {
  for (const apply of [byHand, scheduled, { ...byHand, when_approved: true }])
    expect(toApply(toScheduleValues(apply), apply)).toEqual(apply);
});

it('a time is read in the time zone of the user', () => {
  const values = { ...toScheduleValues(byHand), kind: 'at', local: formatLocalInput(at) } as const;
  expect(toApply(values, byHand)).toEqual({ ...byHand, at: '2026-12-01T10:00:00.000Z' });
});

it('another time voids approvals, which the dialog says beforehand', () => {
  const environments = [{ environment: 'production', required: 2, approved_by: ['grace@acme.example'] }];
  const request = createRequest({ environments });
  expect(describeRevisionChange(request, scheduled, true)).toBe(
    'Another time makes revision 2. 1 approval will no longer count.',
  );
  expect(describeRevisionChange(request, scheduled, false)).toMatch(/You can’t approve it afterwards\.$/);
  expect(describeRevisionChange(request, { ...byHand, when_approved: true }, true)).toBeUndefined();
});
