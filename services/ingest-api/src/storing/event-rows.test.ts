import { describe, expect, it } from '@jest/globals';
import { eventIdAt, newBatchId } from './event-rows.ts';

describe('ids of events', () => {
  it('are UUIDv7 that follow each other within a batch', () => {
    const batch = newBatchId();
    const ids = [0, 1, 15, 16, 999, 65_536, 2 ** 20 - 1].map((index) => eventIdAt(batch, index));
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids[0]).toBe(batch);
    expect(ids).toEqual(ids.toSorted());
  });

  it('of batches of one process follow each other, without ids of another batch between them', () => {
    const batches = Array.from({ length: 10_000 }, newBatchId);
    expect(new Set(batches.map((batch) => batch.slice(0, 31))).size).toBe(batches.length);
    expect(batches).toEqual(batches.toSorted());
  });
});
