import { expect, it } from '@jest/globals';
import { dayEnd, dayStart, instant, isOfServing, localTime } from './model.ts';

it('a day begins and ends where the reader is', () => {
  expect(dayStart('2026-11-23')).toBe(new Date(2026, 10, 23).toISOString());
  expect(dayEnd('2026-11-23')).toBe(new Date(2026, 10, 24).toISOString());
  expect([dayStart('soon'), dayEnd('soon'), instant('')]).toEqual([undefined, undefined, undefined]);
});

it('an instant stays what it is in a field for local times, to the second', () => {
  expect(instant(localTime('2026-11-23T10:20:30.000Z'))).toBe('2026-11-23T10:20:30.000Z');
  expect(instant(localTime('2026-11-23T10:20:30.001Z'))).toBe('2026-11-23T10:20:31.000Z');
});

it('a moment can be brought back of what an environment serves', () => {
  expect(['targeting.updated', 'overrides.updated', 'feature.updated'].map(isOfServing)).toEqual([
    true,
    true,
    false,
  ]);
});
