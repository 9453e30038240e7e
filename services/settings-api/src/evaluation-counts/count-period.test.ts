import { describe, expect, it } from '@jest/globals';
import { readCountPeriod } from './count-period.ts';

const now = Date.parse('2026-11-22T10:30:00Z');
const period = (query: Parameters<typeof readCountPeriod>[0]) => readCountPeriod(query, now);

describe('the period of evaluation counts', () => {
  it('is for ever without times, and whole hours or days as in event summaries', () => {
    expect(period({})).toMatchObject({ span: 'ever' });
    expect(period({ from: '2026-11-01', to: '2026-11-02' })).toMatchObject({ span: 'day' });
    expect(period({ from: '2026-11-22T08:10:00Z' })).toEqual({
      from: new Date('2026-11-22T08:00:00Z'),
      to: undefined,
      span: 'hour',
    });
  });

  it('is widened to days where it begins before the hours that are kept', () => {
    expect(period({ from: '2026-11-08T09:00:00Z', to: '2026-11-20T09:00:00Z' })).toEqual({
      from: new Date('2026-11-08T00:00:00Z'),
      to: new Date('2026-11-21T00:00:00Z'),
      span: 'day',
    });
    expect(period({ to: '2026-11-20T09:00:00Z' })).toMatchObject({ from: undefined, span: 'day' });
    expect(period({ from: '2026-11-08T11:00:00Z' })).toMatchObject({ span: 'hour' });
  });

  it('is refused where it asks for hours that are not kept', () => {
    expect(() => period({ from: '2026-11-08T09:00:00Z', bucket: 'hour' })).toThrow();
    expect(period({ from: '2026-11-08T11:00:00Z', bucket: 'hour' })).toMatchObject({ span: 'hour' });
    const longAgo = Date.parse('2020-01-02T10:30:00Z');
    expect(readCountPeriod({ from: '2020-01-01', bucket: 'hour' }, longAgo)).toMatchObject({ span: 'hour' });
  });
});
