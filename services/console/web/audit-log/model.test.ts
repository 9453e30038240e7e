import { expect, it } from '@jest/globals';
import { byDay } from './model.ts';

it('records stand by day, in their order', () => {
  const at = (day: number, hour: number) => ({ at: new Date(2026, 10, day, hour).toISOString() });
  const records = [at(22, 9), at(22, 1), at(21, 23)];
  expect(byDay(records)).toEqual([
    ['2026-11-22', records.slice(0, 2)],
    ['2026-11-21', records.slice(2)],
  ]);
  expect(byDay([])).toEqual([]);
});
