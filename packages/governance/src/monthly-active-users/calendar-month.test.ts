import { describe, expect, it } from '@jest/globals';
import { toCalendarMonth } from './calendar-month.ts';

describe('toCalendarMonth', () => {
  it.each([
    ['2026-11-01T00:00:00.000Z', '2026-11', '2026-12-01'],
    ['2026-11-30T23:59:59.999Z', '2026-11', '2026-12-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01'],
    ['2028-02-29T12:00:00.000Z', '2028-02', '2028-03-01'],
    ['2026-12-01T00:30:00.000+02:00', '2026-11', '2026-12-01'],
  ])('puts %s into %s', (time, name, end) => {
    const month = toCalendarMonth(Date.parse(time));
    expect(month.name).toBe(name);
    expect(month.firstDay).toBe(`${name}-01`);
    expect(month.endsAt).toBe(Date.parse(end));
  });
});
