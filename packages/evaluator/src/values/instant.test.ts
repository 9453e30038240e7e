import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseInstant } from './instant.ts';

describe('parseInstant', () => {
  it.each([
    ['a date is its midnight in UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['a time without an offset is UTC', '2026-11-21T10:30:00', '2026-11-21T10:30:00.000Z'],
    ['seconds may be left out', '2026-11-21T10:30Z', '2026-11-21T10:30:00.000Z'],
    ['an offset counts', '2026-11-21T10:30:00+02:00', '2026-11-21T08:30:00.000Z'],
    ['a negative offset counts', '2026-11-21T10:30:00-05:30', '2026-11-21T16:00:00.000Z'],
    ['an offset may be hours alone', '2026-11-21T10:30:00+02', '2026-11-21T08:30:00.000Z'],
    ['fractions count', '2026-11-21T10:30:00.25Z', '2026-11-21T10:30:00.250Z'],
    ['a fraction may follow a comma', '2026-11-21T10:30:00,5Z', '2026-11-21T10:30:00.500Z'],
    ['t and z may be small', '2026-11-21t10:30:00z', '2026-11-21T10:30:00.000Z'],
    ['minutes may be left out too', '2026-11-21T10Z', '2026-11-21T10:00:00.000Z'],
    ['24:00 is the end of the day', '2026-11-21T24:00:00Z', '2026-11-22T00:00:00.000Z'],
    ['24 alone too, of a year as well', '2026-12-31T24', '2027-01-01T00:00:00.000Z'],
    [
      'a fraction is one of the minute where seconds are left out',
      '2026-11-21T10:30.5Z',
      '2026-11-21T10:30:30.000Z',
    ],
    ['and one of the hour where minutes are', '2026-11-21T10,25', '2026-11-21T10:15:00.000Z'],
    ['a basic date', '20261121', '2026-11-21T00:00:00.000Z'],
    ['a basic date and time', '20261121T103000Z', '2026-11-21T10:30:00.000Z'],
    ['without seconds', '20261121T1030', '2026-11-21T10:30:00.000Z'],
    ['hours alone', '20261121T10Z', '2026-11-21T10:00:00.000Z'],
    ['a basic offset', '20261121T103000+0200', '2026-11-21T08:30:00.000Z'],
    ['a basic offset of hours', '20261121T103000.5-05', '2026-11-21T15:30:00.500Z'],
    ['29 February exists in leap years', '2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['years below 100 are meant as written', '0050-01-01', '0050-01-01T00:00:00.000Z'],
  ])('%s: %s', (_rule, text, iso) => {
    expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each([
    '',
    'yesterday',
    '2026',
    '2026-11',
    '2026-11-31',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-21T24:00:01Z',
    '2026-11-21T24:00:00.001Z',
    '2026-11-21T25:00:00Z',
    '2026-11-21 10:30:00',
    '2026-11-21T103000',
    '20261121T10:30',
    '2026-1121',
    '202611-21',
    '2026-11-21T10:',
    '2026-11-21T10:30.',
    `2026-11-21T10:30:00.${'0'.repeat(100)}`,
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:30:60Z',
    '2026-11-21T',
    '2026-11-21Z',
    ' 2026-11-21',
    '2026-11-21\n',
    '2026-W54-6',
    '1795257000000',
    '2026-11-21T10:30:00+24:00',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('counts the days of a year and the weeks of a year as the calendar does', () => {
    const signed = (year: number) => `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
    const dayMs = 86_400_000;
    fc.assert(
      fc.property(fc.integer({ min: -271_820, max: 275_759 }), (year) => {
        const first = new Date(0).setUTCFullYear(year, 0, 1);
        const days = (new Date(0).setUTCFullYear(year + 1, 0, 1) - first) / dayMs;
        expect(parseInstant(`${signed(year)}-001`)).toBe(first);
        expect(parseInstant(`${signed(year)}-${days}`)).toBe(first + (days - 1) * dayMs);
        expect(parseInstant(`${signed(year)}-${days + 1}`)).toBeUndefined();
        const monday = parseInstant(`${signed(year)}-W01-1`)!;
        expect(new Date(monday).getUTCDay()).toBe(1);
        expect(Math.abs(monday + 3 * dayMs - (first + 3 * dayMs)) / dayMs).toBeLessThan(4);
        const next = parseInstant(`${signed(year + 1)}-W01-1`)!;
        const weeks = (next - monday) / (7 * dayMs);
        expect([
          parseInstant(`${signed(year)}-W${weeks}-7`),
          parseInstant(`${signed(year)}-W${weeks + 1}-1`),
        ]).toEqual([next - dayMs, undefined]);
      }),
    );
  });

  it('reads what a date writes of itself', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime());
      }),
    );
  });
});
