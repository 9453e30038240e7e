import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { minMomentMs } from '@bunting/database';
import { parseInstant } from '@bunting/evaluator';
import fc from 'fast-check';
import { parseMoment } from './parse-moment.ts';

interface Row {
  readonly text: string;
  readonly instant: string;
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../contract/dates/instants.json', import.meta.url), 'utf8'),
) as { readonly instants: readonly Row[]; readonly none: readonly string[]; readonly dates: readonly Row[] };

describe('a date and time of ISO 8601 (decisions §3) is read the same for events and conditions', () => {
  it.each(vectors.instants)('$text', ({ text, instant }) => {
    const expected = new Date(instant).getTime();
    expect(parseInstant(text)).toBe(expected);
    expect(parseMoment(text)).toBe(expected < minMomentMs ? undefined : expected);
  });

  it.each(vectors.none)('not %j', (text) => {
    expect([parseMoment(text), parseInstant(text)]).toEqual([undefined, undefined]);
  });

  it.each(vectors.dates)('$text, a date without a time, is read for conditions only', ({ text, instant }) => {
    expect([parseMoment(text), parseInstant(text)]).toEqual([undefined, new Date(instant).getTime()]);
  });
});

describe('parseMoment', () => {
  it.each([
    ['2026-11-21T09:00:00.000Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00.5+02:00', '2026-11-21T07:00:00.500Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['0099-12-31T00:00:00.000Z', '0099-12-31T00:00:00.000Z'],
    ['2026-11-21T24:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['20261121T090000Z', '2026-11-21T09:00:00.000Z'],
    ['20261121T09', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09Z', '2026-11-21T09:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(new Date(parseMoment(text)!).toISOString()).toBe(expected);
  });

  it.each([
    '2026-11-21',
    '2026-02-29T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-00-01T00:00:00.000Z',
    '2026-11-00T00:00:00.000Z',
    '20261121',
    '2026-11-21 09:00:00Z',
    '2026-11-21T24:00:00.001Z',
    '2026-11-21T09:60:00.000Z',
    '2026-11-21T09:00:60.000Z',
    '2026-11-21T09:00:00.00xZ',
    '2026-11-21T09:00:00.000z ',
    'Sat Nov 21 09:00:00 2026',
    '',
    1795251600000,
    null,
    ['2026-11-21T09:00:00.000Z'],
  ])('does not read %j', (given) => {
    expect(parseMoment(given)).toBeUndefined();
  });

  it('reads no moment that PostgreSQL cannot store', () => {
    expect(parseMoment('-004713-11-24T00:00:00.000Z')).toBe(minMomentMs);
    expect(parseMoment('-004713-11-23T23:59:59.999Z')).toBeUndefined();
  });

  it('reads what clients usually send as the evaluator reads it', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        const text = date.toISOString();
        expect(parseMoment(text)).toBe(date.getTime() < minMomentMs ? undefined : parseInstant(text));
      }),
    );
  });
});
