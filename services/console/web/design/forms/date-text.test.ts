import { expect, it } from '@jest/globals';
import { formatDateText, parseDateText } from './date-text.ts';

it.each([
  ['28 Nov 2026', '2026-11-28'],
  [' 1  january 2027 ', '2027-01-01'],
  ['2026-11-28', '2026-11-28'],
  ['28 Nov 2026, 14:05', '2026-11-28'],
  ['31 Feb 2026', undefined],
  ['28 Foo 2026', undefined],
  ['11/28/2026', undefined],
  ['2026-13-01', undefined],
  ['28 Nov', undefined],
  ['', undefined],
])('reads the day %j as %j', (text, day) => {
  expect(parseDateText(text)).toBe(day);
});

it.each([
  ['28 Nov 2026, 14:05', '2026-11-28T14:05'],
  ['28 Nov 2026 9:05', '2026-11-28T09:05'],
  ['2026-11-28T14:05', '2026-11-28T14:05'],
  ['28 Nov 2026', '2026-11-28T00:00'],
  ['28 Nov 2026, 14:05:09', '2026-11-28T14:05:09'],
  ['2026-11-28T14:05:09', '2026-11-28T14:05:09'],
  ['28 Nov 2026, 14:05:60', undefined],
  ['28 Nov 2026, 24:05', undefined],
])('reads the time %j as %j', (text, time) => {
  expect(parseDateText(text, true)).toBe(time);
});

it.each([
  ['2026-11-28', '28 Nov 2026'],
  ['2026-01-02T03:04', '2 Jan 2026, 03:04'],
  ['2026-01-02T03:04:05', '2 Jan 2026, 03:04:05'],
  ['', ''],
])('writes %j as %j, which it reads', (value, text) => {
  expect(formatDateText(value)).toBe(text);
  if (value !== '') expect(parseDateText(text, value.includes('T'))).toBe(value);
});
