import { describe, expect, it } from '@jest/globals';
import { readSpan } from './query.ts';

describe('a moment of a query', () => {
  it('that is far too long is no moment, and costs nothing', () => {
    const before = process.cpuUsage();
    for (let count = 0; count < 100; count += 1) {
      const { problems } = readSpan({ from: 'T'.repeat(15_500) });
      expect(problems.map(({ path }) => path)).toEqual(['query.from']);
    }
    const { user, system } = process.cpuUsage(before);
    // Each took 160 ms.
    expect((user + system) / 1e6).toBeLessThan(4);
  });

  it('may have a space for the plus of its offset', () => {
    const { from, problems } = readSpan({ from: '2026-11-21T10:00:00.000000 01:00' });
    expect([from, problems]).toEqual([Date.UTC(2026, 10, 21, 9), []]);
  });
});
