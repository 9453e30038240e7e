import { describe, expect, it } from '@jest/globals';
import { firstIdAt, timeOfId } from './uuid-time.ts';

describe('the time in an id', () => {
  it('is that of its first twelve digits', () => {
    expect(timeOfId('01931a2b-7c3d-7e4f-8a5b-6c7d8e9f0a1b')).toBe(0x01931a2b7c3d);
  });

  it('gives the lowest id of a millisecond', () => {
    const ms = Date.UTC(2026, 10, 22, 12, 0, 0, 1);
    expect(timeOfId(firstIdAt(ms))).toBe(ms);
    expect(firstIdAt(ms) > firstIdAt(ms - 1)).toBe(true);
    expect(firstIdAt(ms)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-0{12}$/);
  });
});
