import { describe, expect, it } from '@jest/globals';
import { createReport, findReportTime } from './report.ts';
import type { SurveyedFeature } from './survey.ts';
import type { Verdict } from './verdict.ts';

const feature = (slug: string, verdict: Verdict, certain = true): SurveyedFeature => ({
  id: slug,
  slug,
  verdict,
  certain,
  daysBeyond: 0,
  kind: 'release',
  owners: [],
  tags: [],
});

describe('the time of a report', () => {
  it.each([
    ['2026-11-23T05:59:59.999Z', undefined],
    ['2026-11-23T06:00:00.000Z', '2026-11-23T06:00:00.000Z'],
    ['2026-11-24T05:59:59.999Z', '2026-11-23T06:00:00.000Z'],
    ['2026-11-24T06:00:00.000Z', undefined],
    ['2026-11-22T12:00:00.000Z', undefined],
  ])('at %s is %s', (now, expected) => {
    expect(findReportTime(Date.parse(now))?.toISOString()).toBe(expected);
  });
});

describe('a report', () => {
  it('tells what is new, what has another verdict, what is gone, and how many there are', () => {
    const features = [
      feature('retired', 'delete'),
      feature('forgotten', 'archive', false),
      feature('banner', 'remove_code'),
      feature('old', 'finish'),
      feature('switch', 'keep'),
    ];
    const before = { retired: 'archive', banner: 'remove_code', switch: 'finish', gone: 'delete' };
    expect(createReport('web', { features }, before)).toEqual({
      data: {
        project: 'web',
        counts: { delete: 1, archive: 1, remove_code: 1, finish: 1 },
        new: [
          { feature: 'retired', verdict: 'delete', certain: true },
          { feature: 'forgotten', verdict: 'archive', certain: false },
          { feature: 'old', verdict: 'finish', certain: true },
        ],
        gone: [
          { feature: 'switch', verdict: 'finish' },
          { feature: 'gone', verdict: 'delete' },
        ],
      },
      reported: { retired: 'delete', forgotten: 'archive', banner: 'remove_code', old: 'finish' },
    });
  });

  it('is none where nothing is new', () => {
    expect(
      createReport('web', { features: [feature('switch', 'keep')] }, { gone: 'delete' }),
    ).toBeUndefined();
    expect(createReport('web', { features: [feature('a', 'archive')] }, { a: 'archive' })).toBeUndefined();
  });

  it('names at most a hundred features of each, and says so', () => {
    const features = Array.from({ length: 10_000 }, (_, n) => feature(`${n}-${'x'.repeat(90)}`, 'archive'));
    const { data } = createReport('web', { features }, {})!;
    expect([data.new.length, data.counts['archive'], data.is_shortened]).toEqual([100, 10_000, true]);
    expect(JSON.stringify(data).length).toBeLessThan(20_000);
  });

  it('takes every slug for a slug', () => {
    const features = [feature('constructor', 'archive'), feature('__proto__', 'archive')];
    expect(createReport('web', { features }, {})!.data.new).toHaveLength(2);
  });
});
