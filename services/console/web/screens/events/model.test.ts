import { expect, it } from '@jest/globals';
import { toColumns, defaultFrom, getEndOfDay, share } from './model.ts';

const figures = { users: 1, verified_share: 0 };
const group = { ...figures, count: 3, feature: 'f', variable: 'v', variation: 'on', event: 'purchase' };

it('days without events have a column, and groups are added up', () => {
  const buckets = [{ ...figures, begins_at: '2026-11-02T00:00:00.000Z', count: 2 }];
  const period = {
    from: Date.parse('2026-11-01T05:00:00Z'),
    to: Date.parse('2026-11-03T00:00:00Z'),
    bucket: 'day',
  } as const;
  expect(toColumns([{ ...group, buckets }, { ...group, buckets }, group], period)).toEqual([
    { begins_at: '2026-11-01T00:00:00.000Z', count: 0 },
    { begins_at: '2026-11-02T00:00:00.000Z', count: 4 },
  ]);
  const long = toColumns([{ ...group, buckets }], { ...period, from: 0 });
  expect(long).toHaveLength(800);
  expect(long.at(-1)).toEqual({ begins_at: '2026-11-02T00:00:00.000Z', count: 2 });
});

it('the last day is in the period', () => {
  expect(['2026-11-22', '2026-11-22T10:00Z', 'soon'].map(getEndOfDay)).toEqual([
    '2026-11-23T00:00:00.000Z',
    '2026-11-22T10:00Z',
    'soon',
  ]);
});

it('a share is everything or nothing only where it is', () => {
  expect([share(0), share(0.00001), share(0.25), share(0.99999), share(1)]).toEqual([
    '0%',
    '0.1%',
    '25.0%',
    '99.9%',
    '100%',
  ]);
});

it('two days of hours are shown, or thirty of days', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  expect([defaultFrom('hour', now), defaultFrom('day', now)]).toEqual(['2026-11-21', '2026-10-24']);
});
