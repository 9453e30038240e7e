import { describe, expect, it } from '@jest/globals';
import { readTimeRange } from './time-range.ts';

describe('a moment of a query', () => {
  it('that is far too long is refused in no time', () => {
    const before = process.cpuUsage();
    for (let count = 0; count < 100; count += 1) {
      const { problems } = readTimeRange({ from: 'T'.repeat(15_500) });
      expect(problems.map(({ path }) => path)).toEqual(['query.from']);
    }
    const { user, system } = process.cpuUsage(before);
    // Each took 160 ms.
    expect((user + system) / 1e6).toBeLessThan(4);
  });

  it('may have a space for the plus of its offset', () => {
    const { from, problems } = readTimeRange({ from: '2026-11-21T10:00:00.000000 01:00' });
    expect([from, problems]).toEqual([Date.UTC(2026, 10, 21, 9), []]);
  });
});

describe('a time range', () => {
  it('may have a space for the plus of an offset', () => {
    const nine = Date.parse('2026-11-21T08:00:00Z');
    expect(readTimeRange({ from: '2026-11-21T09:00:00 01:00' })).toEqual({
      from: nine,
      to: undefined,
      problems: [],
    });
  });

  it('ends after it begins', () => {
    expect(readTimeRange({ from: '2026-11-02', to: '2026-11-02' }).problems).toEqual([
      { path: 'query.to', message: 'must be after "from"' },
    ]);
  });

  it('reads years of six digits, also with a space for their plus', () => {
    const from = Date.UTC(10_000, 0, 1);
    expect(readTimeRange({ from: '+010000-01-01', to: ' 010001-01-01T00:00:00 01:00' })).toEqual({
      from,
      to: Date.UTC(10_001, 0, 1) - 3_600_000,
      problems: [],
    });
  });

  it('begins where PostgreSQL begins', () => {
    const { from, to, problems } = readTimeRange({ from: '-271821-04-20', to: '-000001-01-01' });
    expect([from, to, problems]).toEqual([Date.UTC(-4713, 10, 24), Date.UTC(-1, 0, 1), []]);
  });
});
