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
    ['an offset may lack its colon', '2026-11-21T10:30:00+0200', '2026-11-21T08:30:00.000Z'],
    ['an offset may be hours alone', '2026-11-21T10:30:00+02', '2026-11-21T08:30:00.000Z'],
    ['fractions count', '2026-11-21T10:30:00.25Z', '2026-11-21T10:30:00.250Z'],
    ['a fraction may follow a comma', '2026-11-21T10:30:00,5Z', '2026-11-21T10:30:00.500Z'],
    ['t and z may be small', '2026-11-21t10:30:00z', '2026-11-21T10:30:00.000Z'],
    ['hours may stand alone', '2026-11-21T10Z', '2026-11-21T10:00:00.000Z'],
    ['the basic form is one', '20261121T103000Z', '2026-11-21T10:30:00.000Z'],
    ['24:00 is the end of the day', '2026-11-21T24:00:00Z', '2026-11-22T00:00:00.000Z'],
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
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:30:60Z',
    '2026-11-21 10:30:00',
    '2026-11-21T24:00:01Z',
    '20261121T10:30:00Z',
    '2026-11-21T',
    '2026-11-21Z',
    ' 2026-11-21',
    '2026-11-21\n',
    '2026-W47-6',
    '1795257000000',
    '2026-11-21T10:30:00+24:00',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('reads what a date writes of itself', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(parseInstant(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });
});
