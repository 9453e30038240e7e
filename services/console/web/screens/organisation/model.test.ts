import { describe, expect, it } from '@jest/globals';
import { capSentence, dayOfCap, monthsWithUsers } from './model.ts';

/** Returns days of November, with the users by the end of each. */
const daysOf = (users: readonly number[]) =>
  users.map((mau_used, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, mau_used }));
const at = (time: string) => new Date(`2026-11-${time}Z`);

describe('the day of the cap', () => {
  it('is that at the rate of the month in its first week', () => {
    // 300 users in three days: the cap of 1,000 is seven days away.
    expect(dayOfCap(daysOf([100, 200, 300, 300]), 1_000, at('04T00:00:00'))).toEqual(at('11T00:00:00'));
  });

  it('is that at the rate of the last seven days later on', () => {
    const days = daysOf([900, 900, 900, 900, 910, 920, 930, 940, 950, 960]);
    // By the end of the third day 900, at noon of the tenth 960: 60 in six and a half days.
    const found = dayOfCap(days, 970, at('10T12:00:00')) as Date;
    expect(found.getTime()).toBeGreaterThan(at('11T12:00:00').getTime());
    expect(found.getTime()).toBeLessThan(at('12T12:00:00').getTime());
  });

  it.each([
    ['there is no cap', [100, 200], null, '03T00:00:00'],
    ['it is reached', [100, 1_000], 1_000, '03T00:00:00'],
    ['it is beyond the month', [10, 20], 1_000, '03T00:00:00'],
    ['nobody was counted', [0, 0], 1_000, '03T00:00:00'],
  ])('is not told where %s', (_why, users, cap, now) => {
    expect(dayOfCap(daysOf(users), cap, at(now))).toBeUndefined();
  });

  it('is unknown on the first day of a month', () => {
    expect(dayOfCap(daysOf([900]), 1_000, at('01T06:00:00'))).toBe('too early');
  });
});

it.each([
  [null, 5, /^No limit/],
  [10, 5, /^At the limit/],
  [10, 10, /^Limit reached/],
])('with a cap of %s and %d users it says what happens', (mau_cap, mau_used, expected) => {
  expect(capSentence({ mau_cap, mau_used })).toMatch(expected);
});

it('months begin with the first that had a user', () => {
  const months = [0, 0, 3, 0, 5].map((mau_used, index) => ({ month: `2026-0${index + 1}`, mau_used }));
  expect(monthsWithUsers(months).map(({ month }) => month)).toEqual(['2026-03', '2026-04', '2026-05']);
  expect(monthsWithUsers(months.slice(0, 2))).toEqual([]);
});
