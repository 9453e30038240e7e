import { expect, it } from '@jest/globals';
import { dayEnd, dayStart, parseLocalInput, formatLocalInput } from './local-time.ts';

it('reads a time in the zone of the browser, and back', () => {
  const local = formatLocalInput('2026-11-22T10:30:00.000Z');
  expect(local).toMatch(/^2026-11-22T\d\d:\d\d$/);
  expect(parseLocalInput(local)).toBe('2026-11-22T10:30:00.000Z');
  expect([formatLocalInput('soon'), parseLocalInput(''), dayStart('soon'), dayEnd('soon')]).toEqual([
    '',
    undefined,
    undefined,
    undefined,
  ]);
});

it.each([
  [
    'UTC',
    '2026-03-29T10:30',
    '2026-03-29T10:30:00.000Z',
    '2026-03-29T00:00:00.000Z',
    '2026-03-30T00:00:00.000Z',
  ],
  [
    'Asia/Tokyo',
    '2026-03-29T10:30',
    '2026-03-29T01:30:00.000Z',
    '2026-03-28T15:00:00.000Z',
    '2026-03-29T15:00:00.000Z',
  ],
  // A day of 23 hours.
  [
    'Europe/Berlin',
    '2026-03-29T10:30',
    '2026-03-29T08:30:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ],
  // While the user types 2026, the year is 2 for a moment.
  [
    'Europe/Berlin',
    '0002-01-01T10:30',
    '0002-01-01T09:36:32.000Z',
    '0001-12-31T23:06:32.000Z',
    '0002-01-01T23:06:32.000Z',
  ],
])('in %s %s is %s, its day begins at %s and ends at %s', (zone, local, instant, start, end) => {
  expect([parseLocalInput(local, zone), formatLocalInput(instant, zone)]).toEqual([instant, local]);
  const day = local.slice(0, 10);
  expect([dayStart(day, zone), dayEnd(day, zone)]).toEqual([start, end]);
});
