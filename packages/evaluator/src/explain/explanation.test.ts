import { describe, expect, it } from '@jest/globals';

import { explainRules, createFragments } from '../../test/explain-fragment.ts';
import { featureFragment } from '../../test/feature-fragment.ts';
import type { FeatureFragment, SegmentFragment } from '../definition/definition.ts';
import { explain } from '../index.ts';

describe('what is told', () => {
  const on = { variation: 'on' };
  it.each<[number, Partial<FeatureFragment>, object]>([
    [1, { status: 'archived' }, {}],
    [2, { status: 'complete' }, {}],
    [3, { targeting: { enabled: false, rules: [] }, overrides: { ada: 'on' } }, { id: 'ada' }],
    [4, { targeting: { enabled: true, rules: [] }, overrides: { ada: 'on' } }, { id: 'ada' }],
    [5, { overrides: { ada: 'on' } }, { id: 'bob' }],
    [6, { targeting: { enabled: true, rules: [{ name: '', any_of: [], serve: on }] } }, {}],
    [7, { targeting: { enabled: true, rules: [] } }, {}],
  ])('which line decided: %d', (line, parts, user) => {
    expect(explain(createFragments(featureFragment(parts), []), 'flag', user, 0).decided_by.line).toBe(line);
  });

  it('of a variable that there is not: line 1 and nothing more', () => {
    expect(explain([], 'flag', null, 0)).toEqual({
      result: { key: 'flag', value: null, variation: null, reason: 'variable_not_found', feature: null },
      decided_by: { line: 1, test: expect.any(String), rule: null, prerequisite: null },
      feature: null,
      prerequisites: [],
      rules: [],
      rules_omitted: 0,
      segments: [],
      limits_exceeded: [],
    });
  });

  it('why each rule does not serve', () => {
    const rules = [
      { name: 'off', enabled: false, any_of: [], serve: on },
      { name: 'broken', any_of: [], serve: { variation: 'nowhere' } },
      {
        name: 'Canada',
        any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
        serve: on,
      },
      { name: 'later', any_of: [], schedule: { from: '2030-01-01' }, serve: on },
      { name: 'over', any_of: [], schedule: { to: '1969-01-01' }, serve: on },
      {
        name: 'by account',
        any_of: [],
        rollout: { percentage: 50 },
        serve: { ...on, bucket_by: ['custom.account'] },
      },
      { name: 'few', any_of: [], rollout: { percentage: 0 }, serve: on },
      { name: 'first', any_of: [], serve: on },
      { name: 'second', any_of: [], serve: on },
    ];
    const explanation = explainRules(rules, { id: 'ada', country: 'FR' });
    expect(explanation.rules.map(({ name, outcome, decides }) => [name, outcome, decides])).toEqual([
      ['off', 'disabled', false],
      ['broken', 'malformed', false],
      ['Canada', 'not_matched', false],
      ['later', 'outside_schedule', false],
      ['over', 'outside_schedule', false],
      ['by account', 'no_bucketing_key', false],
      ['few', 'outside_rollout', false],
      ['first', 'serves', true],
      ['second', 'serves', false],
    ]);
    expect(explanation.decided_by).toMatchObject({ line: 6, rule: 8 });
    expect(explanation.rules[3]?.schedule).toEqual({ from: '2030-01-01', to: null, state: 'early' });
    expect(explanation.rules[4]?.schedule?.state).toBe('over');
    expect(explanation.rules[5]?.bucketing).toEqual({
      bucket_by: ['custom.account'],
      attribute: null,
      key: null,
    });
  });

  it('the percentage of now, the bucket and whether it passes', () => {
    const stages = [
      { at: '1970-01-01T00:00:00Z', percentage: 0 },
      { at: '1970-01-01T00:00:10Z', percentage: 100 },
    ];
    const rules = [{ name: 'ramp', any_of: [], rollout: { stages }, serve: on }];
    const at = (now: number) => explainRules(rules, { id: 'user-123' }, now).rules[0]?.rollout;
    // decisions §1.3: a1b2c3d4:rollout:user-123 falls into 59815.
    expect(at(5_000)).toEqual({ percentage: 50, bucket: 59815, passes: false });
    expect(at(6_000)).toEqual({ percentage: 60, bucket: 59815, passes: true });
  });

  it('the key, the bucket and every range of a split', () => {
    const split = [
      { variation: 'off', weight: 33.3 },
      { variation: 'on', weight: 66.7 },
    ];
    const { rules } = explainRules([{ name: 'split', any_of: [], serve: { split } }], {
      email: 'jane@example.com',
    });
    // decisions §1.3: a1b2c3d4:split:jane@example.com falls into 25875.
    expect(rules[0]).toMatchObject({
      bucketing: { bucket_by: ['user_id', 'email'], attribute: 'email', key: 'jane@example.com' },
      split: {
        bucket: 25875,
        ranges: [
          { variation: 'off', weight: 33.3, from: 0, below: 33_300, hit: true },
          { variation: 'on', weight: 66.7, from: 33_300, below: 100_000, hit: false },
        ],
      },
      serves: 'off',
    });
  });

  it('the groups of each segment that a condition names, and the segment that is not there', () => {
    const canada: SegmentFragment = {
      id: 'canada',
      slug: 'canada',
      any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
    };
    const condition = { property: 'segment', operator: 'in_segment', values: ['canada', 'mars'] };
    const rules = [{ name: 'segments', any_of: [{ all_of: [condition] }], serve: on }];
    const explanation = explainRules(rules, { country: 'ca' }, 0, canada);
    expect(explanation.rules[0]?.any_of[0]?.all_of[0]).toEqual({
      ...condition,
      holds: true,
      malformed: false,
      attribute: null,
      segments: [
        { slug: 'canada', exists: true, holds: true },
        { slug: 'mars', exists: false, holds: false },
      ],
    });
    const attribute = { state: 'present', given: 'ca', compared: 'ca' };
    const explained = { ...canada.any_of[0]?.all_of[0], holds: true, malformed: false, attribute };
    expect(explanation.segments).toEqual([
      { slug: 'canada', exists: true, holds: true, any_of: [{ holds: true, all_of: [explained] }] },
    ]);
  });

  it('once and briefly, however often a rule asks and however long a user is', () => {
    const condition = { property: 'segment', operator: 'in_segment', values: ['large'] };
    const values = Array.from({ length: 10_000 }, (_, index) => `user-${index}`);
    const large: SegmentFragment = {
      id: 'large',
      slug: 'large',
      any_of: [{ all_of: [{ property: 'user_id', operator: 'is', values }] }],
    };
    const onText = { property: 'custom', custom_key: 'text', operator: 'contains', values: ['x'] };
    const rules = Array.from({ length: 500 }, () => ({
      name: '',
      any_of: [{ all_of: [condition, onText] }],
      serve: { ...on, bucket_by: ['custom.text'] },
    }));
    const user = { id: 'user-1', custom_data: { text: 'x'.repeat(50_000) } };
    expect(JSON.stringify(explainRules(rules, user, 0, large)).length).toBeLessThan(2_500_000);
  });
});
