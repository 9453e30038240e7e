import { describe, expect, it } from '@jest/globals';
import { toBars, describeActivity, readable, getState } from './model.ts';

const hour = (delivered: number, failed: number, p95: number | null = null) => ({
  begins_at: '2026-11-23T00:00:00.000Z',
  delivered,
  failed,
  p95_ms: p95,
});
const endpoint = { enabled: true, failing_since: null, held_since: null, last_delivery: null };

describe('the state of an endpoint', () => {
  it('is what keeps everything from it, before what only fails', () => {
    const since = '2026-11-20T00:00:00.000Z';
    const last = { last_delivery: { attempted_at: since } };
    expect(getState(endpoint).kind).toBe('new');
    expect(getState({ ...endpoint, ...last }).kind).toBe('working');
    const failing = { ...endpoint, ...last, failing_since: since };
    expect(getState(failing)).toEqual({ kind: 'failing', text: 'Failing since', since });
    expect(getState({ ...failing, held_since: since }).kind).toBe('held');
    expect(getState({ ...failing, held_since: since, enabled: false }).kind).toBe('off');
  });
});

describe('the activity', () => {
  it('is told as a sentence', () => {
    expect(describeActivity([hour(0, 0)], 0)).toBe('Last 24 hours: no attempts');
    expect(describeActivity([hour(1_200, 0, 20), hour(1, 1, 900)], 3)).toBe(
      'Last 24 hours: 1,201 delivered, 1 failed, 3 pending · p95 900 ms',
    );
  });

  it('has bars that show one attempt among thousands, and are never taller than the picture', () => {
    const [many, one, none, both] = toBars([hour(9_999, 0), hour(0, 1), hour(0, 0), hour(9_998, 1)], 20);
    expect([many!.arrived, many!.lost]).toEqual([20, 0]);
    expect([one!.arrived, one!.lost]).toEqual([0, 2]);
    expect([none!.arrived, none!.lost]).toEqual([0, 0]);
    expect(both!.arrived + both!.lost).toBe(20);
  });
});

it('JSON is shown in lines, other texts as they are', () => {
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(readable('<html>')).toBe('<html>');
});
