import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { evaluate, explain, readContext } from '../src/index.ts';
import type {
  ConditionDefinition,
  ConditionExplanation,
  DatafileFragment,
  Explanation,
  FeatureFragment,
  Operator,
  RuleDefinition,
  SegmentFragment,
} from '../src/index.ts';
import { featureArbitrary, ruleArbitrary, segmentsArbitrary, userArbitrary } from './arbitraries.ts';
import {
  conditionHolds,
  datafileOf,
  featureChange,
  featureFragment,
  resultOf,
  segmentChange,
} from './feature-fragment.ts';

const nowArbitrary = fc.integer({ min: -500, max: 5000 });

function fragmentsOf(feature: FeatureFragment, segments: readonly SegmentFragment[]): DatafileFragment[] {
  return [featureChange(feature), ...segments.map(segmentChange)];
}

function explainRules(
  rules: readonly unknown[],
  user: object,
  now = 0,
  ...segments: SegmentFragment[]
): Explanation {
  const targeting = { enabled: true, rules } as FeatureFragment['targeting'];
  return explain(fragmentsOf(featureFragment({ targeting }), segments), 'flag', user, now);
}

describe('an explanation', () => {
  it.each([
    ['a few rules', 3, 2000],
    ['more rules than fit one block of the index', 40, 100],
  ])('has the result that evaluation has, and is of one piece: %s', (_what, maxRules, numRuns) => {
    fc.assert(
      fc.property(
        featureArbitrary(maxRules),
        segmentsArbitrary,
        fc.array(userArbitrary, { minLength: 1, maxLength: 4 }),
        nowArbitrary,
        (feature, segments, users, now) => {
          const fragments = fragmentsOf(feature, segments);
          const datafile = datafileOf(...fragments);
          for (const user of users) {
            const explanation = explain(fragments, 'flag', user, now);
            const evaluation = evaluate(datafile, 'flag', readContext(user), now);
            expect(explanation.result).toEqual(resultOf(evaluation));
            requireOnePiece(explanation);
          }
        },
      ),
      { numRuns },
    );
  });

  it('throws nothing, whatever is stored and whoever asks', () => {
    const json = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<unknown>;
    fc.assert(
      fc.property(json, json, json, fc.double(), (rule, anyOf, user, now) => {
        const rules = [
          rule,
          { name: 'one', any_of: anyOf, serve: rule },
          { any_of: [{ all_of: anyOf }], serve: { variation: 'on' } },
        ];
        const asking = typeof user === 'object' ? user : { custom_data: user };
        const { result, rules: told } = explainRules(rules, asking as object, now);
        expect(told).toHaveLength(3);
        expect(result.key).toBe('flag');
      }),
      { numRuns: 2000 },
    );
  });
});

/** That what is told of conditions, groups, rules, buckets and the result all leads to one another. */
function requireOnePiece({ result, decided_by: decided, feature, rules }: Explanation): void {
  for (const rule of rules) {
    for (const group of rule.any_of) expect(group.holds).toBe(group.all_of.every(({ holds }) => holds));
    expect(rule.matches).toBe(rule.any_of.length === 0 || rule.any_of.some(({ holds }) => holds));
    for (const condition of rule.any_of.flatMap((group) => group.all_of)) requireSegments(condition);
    if (rule.rollout) {
      const { bucket, percentage, passes } = rule.rollout;
      expect(passes).toBe(bucket !== null && bucket < percentage * 1000);
    }
    const hit = rule.split?.ranges.find((range) => range.hit);
    if (rule.split) {
      const { bucket } = rule.split;
      expect(hit === undefined).toBe(bucket === null);
      if (hit && bucket !== null) expect(hit.from <= bucket && bucket < hit.below).toBe(true);
      expect(rule.split.ranges.at(-1)?.below).toBe(100_000);
    }
    const isOpen = rule.schedule === null || rule.schedule.state === 'open';
    const hasKey = rule.bucketing === null || rule.bucketing.key !== null;
    const serves = rule.enabled && rule.matches && isOpen && hasKey && (rule.rollout?.passes ?? true);
    expect(rule.outcome === 'serves').toBe(serves);
    if (serves && hit) expect(rule.serves).toBe(hit.variation);
    expect(rule.serves !== null).toBe(serves);
  }
  const decider = rules.find(({ decides }) => decides);
  expect(rules.findIndex(({ decides }) => decides) + 1).toBe(decided.rule ?? 0);
  expect(decided.line === 6).toBe(decider !== undefined);
  if (decided.line === 6) expect(decider).toBe(rules.find(({ outcome }) => outcome === 'serves'));
  if (decided.line === 7) expect(rules.every(({ outcome }) => outcome !== 'serves')).toBe(true);
  const served = {
    1: null,
    2: feature?.default,
    3: null,
    4: feature?.override,
    5: feature?.default,
    6: decider?.serves,
    7: feature?.default,
  };
  expect(result.variation).toBe(served[decided.line]);
}

function requireSegments({ operator, holds, segments }: ConditionExplanation): void {
  if (segments === undefined) return;
  const isInOne = segments.some((segment) => segment.holds);
  expect(holds).toBe((operator === 'in_segment') === isInOne);
  for (const { any_of: groups, holds: isMember } of segments) {
    expect(isMember).toBe(groups.length === 0 || groups.some((group) => group.holds));
  }
}

describe('what a condition sees', () => {
  const opposites = new Map<string, string>(
    [
      ['exists', 'not_exists'],
      ['is', 'is_not'],
      ['contains', 'not_contains'],
      ['starts_with', 'not_starts_with'],
      ['ends_with', 'not_ends_with'],
      ['matches', 'not_matches'],
      ['eq', 'neq'],
      ['semver_eq', 'semver_neq'],
      ['in_cidr', 'not_in_cidr'],
      ['contains_any', 'contains_none'],
    ].flatMap(([one = '', other = '']) => [
      [one, other],
      [other, one],
    ]),
  );
  /** `gt` reads an attribute as `eq` does. */
  const readsLike = new Map<Operator, Operator>([
    ['gt', 'eq'],
    ['gte', 'eq'],
    ['lt', 'eq'],
    ['lte', 'eq'],
    ['semver_gt', 'semver_eq'],
    ['semver_gte', 'semver_eq'],
    ['semver_lt', 'semver_eq'],
    ['semver_lte', 'semver_eq'],
    ['contains_all', 'contains_any'],
  ]);
  const seen = (condition: object, user: object) => {
    const rule = { name: '', any_of: [{ all_of: [condition] }], serve: { variation: 'on' } };
    return explainRules([rule], user).rules[0]?.any_of[0]?.all_of[0]?.attribute;
  };

  it('is something exactly where the condition or its opposite holds', () => {
    fc.assert(
      fc.property(ruleArbitrary, userArbitrary, (rule: RuleDefinition, user) => {
        for (const condition of rule.any_of.flatMap((group) => group.all_of)) {
          const operator = readsLike.get(condition.operator) ?? condition.operator;
          const opposite = opposites.get(operator);
          if (opposite === undefined || ['exists', 'not_exists'].includes(operator)) continue;
          const holds = (name: string): boolean => conditionHolds({ ...condition, operator: name }, user);
          expect(seen(condition, user)?.state === 'present').toBe(holds(operator) || holds(opposite));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each<[string, Partial<ConditionDefinition>, object, object]>([
    [
      'nothing',
      { property: 'country', operator: 'is', values: ['CA'] },
      {},
      { state: 'missing', given: null, compared: null },
    ],
    [
      'an empty id',
      { property: 'user_id', operator: 'exists' },
      { id: '' },
      { state: 'missing', given: '', compared: null },
    ],
    [
      'another type',
      { property: 'email', operator: 'exists' },
      { email: 5 },
      { state: 'wrong_type', given: 5, compared: null },
    ],
    [
      'a list that is none',
      { property: 'audience', operator: 'contains_any', values: ['a'] },
      { audiences: 'a' },
      { state: 'wrong_type', given: 'a', compared: null },
    ],
    [
      'lower case',
      { property: 'email', operator: 'is', values: ['a@b.c'] },
      { email: 'A@B.c' },
      { state: 'present', given: 'A@B.c', compared: 'a@b.c' },
    ],
    [
      'case that counts',
      { property: 'platform', operator: 'is', values: ['iOS'] },
      { platform: 'IOS' },
      { state: 'present', given: 'IOS', compared: 'IOS' },
    ],
    [
      'a number as id',
      { property: 'user_id', operator: 'is', values: ['42'] },
      { id: 42 },
      { state: 'present', given: 42, compared: '42' },
    ],
    [
      'an address',
      { property: 'ip_address', operator: 'in_cidr', values: ['10.0.0.0/8'] },
      { ip: '::ffff:10.1.2.3' },
      { state: 'present', given: '::ffff:10.1.2.3', compared: '10.1.2.3' },
    ],
    [
      'no address',
      { property: 'ip_address', operator: 'in_cidr', values: ['10.0.0.0/8'] },
      { ip: 'here' },
      { state: 'wrong_type', given: 'here', compared: null },
    ],
    [
      'a version',
      { property: 'app_version', operator: 'semver_gte', values: ['1.2'] },
      { app_version: '1.3' },
      { state: 'present', given: '1.3', compared: '1.3.0' },
    ],
    [
      'a date',
      { property: 'custom', custom_key: 'since', operator: 'before', values: ['2026-01-01'] },
      { custom_data: { since: '2025-12-31T23:00:00-02:00' } },
      { state: 'present', given: '2025-12-31T23:00:00-02:00', compared: '2026-01-01T01:00:00.000Z' },
    ],
    [
      'a number',
      { property: 'custom', custom_key: 'age', operator: 'gt', values: [17] },
      { custom_data: { age: 18 } },
      { state: 'present', given: 18, compared: 18 },
    ],
    [
      'text where a number is asked for',
      { property: 'custom', custom_key: 'age', operator: 'gt', values: [17] },
      { custom_data: { age: '18' } },
      { state: 'wrong_type', given: '18', compared: null },
    ],
    [
      'a list',
      { property: 'audience', operator: 'contains_any', values: ['BETA'], ignore_case: true },
      { audiences: ['Beta'] },
      { state: 'present', given: ['Beta'], compared: ['beta'] },
    ],
    [
      'what never resolves',
      { property: 'custom', custom_key: '__proto__', operator: 'exists' },
      { custom_data: JSON.parse('{"__proto__": 1}') as object },
      { state: 'missing', given: null, compared: null },
    ],
  ])('%s', (_what, condition, user, expected) => expect(seen(condition, user)).toEqual(expected));
});

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
    expect(explain(fragmentsOf(featureFragment(parts), []), 'flag', user, 0).decided_by.line).toBe(line);
  });

  it('of a variable that there is not: line 1 and nothing more', () => {
    expect(explain([], 'flag', null, 0)).toEqual({
      result: { key: 'flag', value: null, variation: null, reason: 'variable_not_found', feature: null },
      decided_by: { line: 1, test: expect.any(String), rule: null },
      feature: null,
      rules: [],
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
        {
          slug: 'canada',
          exists: true,
          holds: true,
          any_of: [
            {
              holds: true,
              all_of: [
                {
                  ...canada.any_of[0]?.all_of[0],
                  holds: true,
                  malformed: false,
                  attribute: { state: 'present', given: 'ca', compared: 'ca' },
                },
              ],
            },
          ],
        },
        { slug: 'mars', exists: false, holds: false, any_of: [] },
      ],
    });
  });
});
