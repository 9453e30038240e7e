import { expect, it } from '@jest/globals';
import { instantOf, localInputOf } from './time.tsx';

it('reads a time in the zone of the reader, and back', () => {
  const local = localInputOf('2026-11-22T10:30:00.000Z');
  expect(local).toMatch(/^2026-11-22T\d\d:\d\d$/);
  expect(instantOf(local)).toBe('2026-11-22T10:30:00.000Z');
  expect([localInputOf('soon'), instantOf('')]).toEqual(['', undefined]);
});
