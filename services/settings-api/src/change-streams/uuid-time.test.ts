import { expect, it } from '@jest/globals';
import { leastIdAt } from '@bunting/database';
import { timeOfId } from './uuid-time.ts';

it('the time in an id is that of its first twelve digits', () => {
  expect(timeOfId('01931a2b-7c3d-7e4f-8a5b-6c7d8e9f0a1b')).toBe(0x01931a2b7c3d);
  const ms = Date.UTC(2026, 10, 22, 12, 0, 0, 1);
  expect(timeOfId(leastIdAt(new Date(ms)))).toBe(ms);
});
