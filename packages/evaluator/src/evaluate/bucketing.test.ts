import { describe, expect, it } from '@jest/globals';

import { explainRules } from '../../test/explain-fragment.ts';
import { datafileOfRules, evaluateFlag } from '../../test/feature-fragment.ts';
import { computeBucket } from '../index.ts';

const rule = (parts: object): object => ({ name: 'rule', any_of: [], serve: { variation: 'on' }, ...parts });
const half = {
  split: [
    { variation: 'on', weight: 50 },
    { variation: 'off', weight: 50 },
  ],
};

describe('a split', () => {
  const variationOf = (weights: readonly (readonly [string, number])[], user: object): string | null =>
    evaluateFlag(
      datafileOfRules([
        rule({ serve: { split: weights.map(([variation, weight]) => ({ variation, weight })) } }),
      ]),
      user,
    ).variation;

  // Users by their split bucket under the salt a1b2c3d4.
  it.each([
    [0, 'user-9661', 'on'],
    [1, 'user-7105', 'on'],
    [49_999, 'user-148182', 'on'],
    [50_000, 'user-154', 'off'],
    [99_999, 'user-123502', 'off'],
  ])('50/50 puts bucket %d (%s) on the side of %s', (_bucket, id, variation) => {
    expect(
      variationOf(
        [
          ['on', 50],
          ['off', 50],
        ],
        { id },
      ),
    ).toBe(variation);
  });

  it.each([
    [33_332, 'user-199509', 'on'],
    [33_333, 'user-228286', 'off'],
    [66_665, 'user-160147', 'off'],
    [66_666, 'user-8584', 'on'],
  ])('33.333/33.333/33.334 puts bucket %d (%s) on the side of %s', (_bucket, id, variation) => {
    expect(
      variationOf(
        [
          ['on', 33.333],
          ['off', 33.333],
          ['on', 33.334],
        ],
        { id },
      ),
    ).toBe(variation);
  });

  it.each([
    [0, 'user-9661', 'on'],
    [1, 'user-7105', 'off'],
  ])('0.001/99.999 puts bucket %d (%s) on the side of %s', (_bucket, id, variation) => {
    expect(
      variationOf(
        [
          ['on', 0.001],
          ['off', 99.999],
        ],
        { id },
      ),
    ).toBe(variation);
  });

  it('gives a share of 0 % to nobody', () => {
    expect(
      variationOf(
        [
          ['on', 0],
          ['off', 100],
          ['on', 0],
        ],
        { id: 'user-9661' },
      ),
    ).toBe('off');
    expect(
      variationOf(
        [
          ['on', 0],
          ['off', 100],
          ['on', 0],
        ],
        { id: 'user-123502' },
      ),
    ).toBe('off');
  });

  it('adds up weights such as 0.1 and 0.2 without a float sum', () => {
    const tenths = Array.from({ length: 1000 }, (_, index): [string, number] => [
      index % 2 ? 'on' : 'off',
      0.1,
    ]);
    expect(variationOf(tenths, { id: 'user-123502' })).toBe('on');
  });
});

describe('a rollout', () => {
  const serves = (rollout: object, user: object, now = 0): boolean =>
    evaluateFlag(datafileOfRules([rule({ rollout })]), user, now).reason === 'targeting_rule_matched';

  // Users by their rollout bucket under the salt a1b2c3d4.
  it.each([
    [0, 'user-219898', 0, false],
    [0, 'user-219898', 0.001, true],
    [1, 'user-412113', 0.001, false],
    [1, 'user-412113', 0.002, true],
    [33_332, 'user-75180', 33.333, true],
    [33_333, 'user-51636', 33.333, false],
    [49_999, 'user-18579', 50, true],
    [50_000, 'user-53515', 50, false],
    [99_998, 'user-43525', 99.999, true],
    [99_999, 'user-42386', 99.999, false],
    [99_999, 'user-42386', 100, true],
  ])('with bucket %d (%s) at %d %% serves: %s', (_bucket, id, percentage, expected) => {
    expect(serves({ percentage }, { id })).toBe(expected);
  });

  const stages = [
    { at: '1970-01-01T00:00:10Z', percentage: 0 },
    { at: '1970-01-01T00:00:20Z', percentage: 100 },
    { at: '1970-01-01T00:00:30Z', percentage: 25 },
  ];
  it.each([
    ['before the first stage nobody', 9_999, 'user-219898', false],
    ['at the first stage as many as it says', 10_000, 'user-219898', false],
    ['half way those below the middle', 15_000, 'user-18579', true],
    ['half way not those above it', 15_000, 'user-53515', false],
    ['at the second stage as many as it says', 20_000, 'user-42386', true],
    ['on the way down again fewer', 25_000, 'user-42386', false],
    ['after the last stage those it keeps', 1e12, 'user-78073', true],
    ['after the last stage not the others', 1e12, 'user-315447', false],
  ])('in stages serves %s', (_when, now, id, expected) => {
    expect(serves({ stages }, { id }, now)).toBe(expected);
    expect(serves({ stages: stages.toReversed() }, { id }, now)).toBe(expected);
  });

  it('starts at the percentage of a single stage at once', () => {
    const single = [{ at: '1970-01-01T00:00:10Z', percentage: 100 }];
    expect(serves({ stages: single }, { id: 'user-42386' }, 9_999)).toBe(false);
    expect(serves({ stages: single }, { id: 'user-42386' }, 10_000)).toBe(true);
  });

  it('is independent of the split behind it', () => {
    const datafile = datafileOfRules([rule({ rollout: { percentage: 50 }, serve: half })]);
    const sides = { on: 0, off: 0 };
    for (let user = 0; user < 4000; user++) {
      const { reason, variation } = evaluateFlag(datafile, { id: `user-${user}` });
      if (reason === 'targeting_rule_matched') sides[variation as 'on' | 'off']++;
    }
    expect(Math.abs(sides.on - sides.off)).toBeLessThan(200);
  });
});

describe('where buckets make no difference', () => {
  const all = (weight: number) => ({
    split: [
      { variation: 'on', weight },
      { variation: 'off', weight: 100 - weight },
    ],
  });
  const twice = {
    split: [
      { variation: 'on', weight: 40 },
      { variation: 'on', weight: 60 },
    ],
  };
  const stages = [
    { at: '1970-01-01T00:00:01Z', percentage: 100 },
    { at: '1970-01-01T00:00:02Z', percentage: 0 },
  ];
  it.each<[string, object, object, number, string]>([
    ['a rollout of 100 %', { percentage: 100 }, { variation: 'on' }, 0, 'on'],
    ['a rollout of 0 %', { percentage: 0 }, { variation: 'on' }, 0, 'next'],
    ['a rollout of 99.999 %', { percentage: 99.999 }, { variation: 'on' }, 0, 'next'],
    ['a split of one', { percentage: 100 }, { split: [{ variation: 'on', weight: 100 }] }, 0, 'on'],
    ['a split of one beside 0 %', { percentage: 100 }, all(100), 0, 'on'],
    ['a split of 0 % and one', { percentage: 100 }, all(0), 0, 'off'],
    ['a split of one in two parts', { percentage: 100 }, twice, 0, 'on'],
    ['a split of one within half', { percentage: 50 }, twice, 0, 'next'],
    ['a split of two', { percentage: 100 }, half, 0, 'next'],
    ['stages, before the first', { stages }, { variation: 'on' }, 999, 'next'],
    ['stages, at 100 %', { stages }, { variation: 'on' }, 1_000, 'on'],
    ['stages, between', { stages }, { variation: 'on' }, 1_001, 'next'],
    ['stages, at 0 %', { stages }, { variation: 'on' }, 2_000, 'next'],
  ])('nobody needs a bucketing key: %s', (_what, rollout, serve, now, expected) => {
    const rules = [rule({ rollout, serve })];
    const { variation, reason } = evaluateFlag(datafileOfRules(rules), null, now);
    expect([reason, variation]).toEqual(
      expected === 'next' ? ['no_rule_matched', 'off'] : ['targeting_rule_matched', expected],
    );
    const [explained] = explainRules(rules, {}, now).rules;
    expect(explained?.serves).toBe(expected === 'next' ? null : expected);
    const isOut = 'percentage' in rollout ? rollout.percentage === 0 : now !== 1_000 && now !== 1_001;
    expect(explained?.outcome).toBe(
      expected !== 'next' ? 'serves' : isOut ? 'outside_rollout' : 'no_bucketing_key',
    );
  });
});

describe('the bucketing key', () => {
  const split = (bucketBy?: readonly string[]): object =>
    rule({ serve: { ...half, ...(bucketBy && { bucket_by: bucketBy }) } });
  const variationOf = (user: object | null, bucketBy?: readonly string[]): string | null =>
    evaluateFlag(datafileOfRules([split(bucketBy)]), user).variation;
  // Split buckets: user-154 50,000 (off), user-9661 0 (on).

  it('is the id by default, before the e-mail address', () => {
    expect(variationOf({ id: 'user-9661', email: 'user-154' })).toBe('on');
    expect(variationOf({ id: 'user-154', email: 'user-9661' })).toBe('off');
    expect(variationOf({ id: 'user-154', email: 'user-9661' }, [])).toBe('off');
  });
  it('is the e-mail address where there is no id', () => {
    expect(variationOf({ email: 'user-9661' })).toBe('on');
    expect(variationOf({ id: '', email: 'user-9661' })).toBe('on');
  });
  it('is the first attribute present of bucket_by', () => {
    const user = { id: 'user-154', organisation_id: 'user-9661' };
    expect(variationOf(user, ['organisation_id', 'user_id'])).toBe('on');
    expect(variationOf(user, ['country', 'user_id', 'organisation_id'])).toBe('off');
  });
  it('may be a custom property, a number as its decimal string', () => {
    expect(variationOf({ id: 'user-154', custom_data: { account: 'user-9661' } }, ['custom.account'])).toBe(
      'on',
    );
    const asNumber = variationOf({ custom_data: { account: 42 } }, ['custom.account']);
    expect(asNumber).toBe(variationOf({ custom_data: { account: '42' } }, ['custom.account']));
    expect(variationOf({ custom_data: { 'a.b': 'user-9661' } }, ['custom.a.b'])).toBe('on');
  });
  const sidesOf = (userOf: (name: string) => object): Set<string> =>
    new Set(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(
        (name) => `${variationOf(userOf(name))} ${variationOf(userOf(name.toUpperCase()))}`,
      ),
    );
  it('is taken as given: case counts', () => {
    const sides = sidesOf((id) => ({ id }));
    expect(sides.has('on off') || sides.has('off on')).toBe(true);
  });
  it('is an e-mail address without case: who writes it in capitals is the same person', () => {
    const sides = sidesOf((name) => ({ email: `${name}@x` }));
    expect(sides).toEqual(new Set(['on on', 'off off']));
    expect(variationOf({ email: 'JANE@Example.com' })).toBe(variationOf({ email: 'jane@example.com' }));
  });
  it('is none that is longer than 4,096 characters: the next attribute counts', () => {
    const bucketBy = ['custom.text', 'user_id'];
    const withText = (length: number) => ({ id: 'user-9661', custom_data: { text: 'x'.repeat(length) } });
    expect(variationOf(withText(4_097), bucketBy)).toBe(variationOf({ id: 'user-9661' }));
    const longest = computeBucket('a1b2c3d4', 'split', 'x'.repeat(4_096));
    expect(variationOf(withText(4_096), bucketBy)).toBe(longest < 50_000 ? 'on' : 'off');
    expect(variationOf({ id: 'x'.repeat(4_097), email: 'jane@x' })).toBe(variationOf({ email: 'jane@x' }));
  });
  it.each([
    ['nobody known', null, undefined],
    ['an empty custom property', { id: 'user-9661', custom_data: { account: '' } }, ['custom.account']],
    [
      'a custom property of a wrong type',
      { id: 'user-9661', custom_data: { account: true } },
      ['custom.account'],
    ],
  ])('is missing for %s: the next rule has its turn', (_what, user, bucketBy) => {
    const datafile = datafileOfRules([
      split(bucketBy),
      rule({
        rollout: { percentage: 99.999 },
        serve: { variation: 'on', ...(bucketBy && { bucket_by: bucketBy }) },
      }),
      rule({ serve: { variation: 'off' } }),
    ]);
    expect(evaluateFlag(datafile, user)).toMatchObject({
      reason: 'targeting_rule_matched',
      variation: 'off',
    });
  });
  it('is not needed by a rule that serves one variation without a rollout', () => {
    expect(evaluateFlag(datafileOfRules([rule({})]), null).variation).toBe('on');
  });
});
