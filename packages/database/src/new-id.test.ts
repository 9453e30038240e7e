import { describe, expect, it } from '@jest/globals';
import { leastIdAt, newId } from './new-id.ts';

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('newId', () => {
  it('makes UUIDs of version 7', () => {
    for (let count = 0; count < 1_000; count++) expect(newId()).toMatch(uuidV7);
  });

  it('starts with the time in milliseconds', () => {
    const before = Date.now();
    const ms = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16);
    expect(ms).toBeGreaterThanOrEqual(before);
    // Ids that were made before may have taken some milliseconds ahead.
    expect(ms).toBeLessThan(Date.now() + 1_000);
  });

  it('sorts in the order in which the ids were made, many to a millisecond', () => {
    const ids = Array.from({ length: 50_000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('leastIdAt', () => {
  it('is below the ids of its millisecond and above those before', () => {
    const before = Date.now();
    const id = newId();
    expect(id > leastIdAt(new Date(before))).toBe(true);
    // Ids of the tests above may have taken some milliseconds ahead.
    expect(id < leastIdAt(new Date(Date.now() + 1_000))).toBe(true);
  });

  it('is the least of all for a moment before 1970, and that of the last moment after it', () => {
    expect(leastIdAt(new Date('1926-01-01'))).toBe('00000000-0000-0000-0000-000000000000');
    expect(leastIdAt(new Date('+020000-01-01'))).toBe('ffffffff-ffff-0000-0000-000000000000');
  });
});
