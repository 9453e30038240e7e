import { describe, expect, it } from '@jest/globals';

import {
  compileDatafile,
  datafileOfRules,
  evaluateFlag,
  featureChange,
  featureFragment,
  toResult,
} from '../../test/feature-fragment.ts';
import type { FeatureFragment } from '../definition/definition.ts';
import { evaluate, readContext } from '../index.ts';

const everyone = { name: 'everyone', any_of: [], serve: { variation: 'on' } };
const on = { enabled: true, rules: [everyone] };
const off = { enabled: false, rules: [everyone] };
const nobody = { enabled: true, rules: [] };

function evaluateFeature(parts: Partial<FeatureFragment>, user: object | null = null): unknown {
  return toResult(evaluateFlag(compileDatafile(featureChange(featureFragment(parts))), user));
}

const served = (variation: 'on' | 'off' | null, reason: string): object => ({
  key: 'flag',
  value: variation === null ? null : variation === 'on',
  variation,
  reason,
  feature: 'feature',
});
const notFound = { key: 'flag', value: null, variation: null, reason: 'variable_not_found', feature: null };

describe('precedence', () => {
  it('finds no variable under an unknown key', () => {
    expect(toResult(evaluateFlag(compileDatafile(), { id: 'u' }))).toEqual(notFound);
  });
  it('finds no variable of an archived feature, whatever else is set', () => {
    expect(
      evaluateFeature({ status: 'archived', targeting: on, overrides: { u: 'on' } }, { id: 'u' }),
    ).toEqual(notFound);
  });
  it('serves the default of a complete feature, past targeting and overrides', () => {
    const feature: Partial<FeatureFragment> = { status: 'complete', overrides: { u: 'on' } };
    expect(evaluateFeature({ ...feature, targeting: on }, { id: 'u' })).toEqual(
      served('off', 'feature_complete'),
    );
    expect(evaluateFeature({ ...feature, targeting: off }, { id: 'u' })).toEqual(
      served('off', 'feature_complete'),
    );
  });
  it('serves nothing while targeting is disabled, overrides included', () => {
    expect(evaluateFeature({ targeting: off, overrides: { u: 'on' } }, { id: 'u' })).toEqual(
      served(null, 'targeting_disabled'),
    );
  });
  it('serves the pinned variation before any rule', () => {
    const rules = [{ ...everyone, serve: { variation: 'off' } }];
    expect(
      evaluateFeature({ targeting: { enabled: true, rules }, overrides: { u: 'on' } }, { id: 'u' }),
    ).toEqual(served('on', 'self_targeting_override'));
  });
  it('serves the pinned variation without any targeting object', () => {
    expect(evaluateFeature({ overrides: { u: 'on' } }, { id: 'u' })).toEqual(
      served('on', 'self_targeting_override'),
    );
  });
  it('serves the default where no targeting object exists', () => {
    expect(evaluateFeature({ overrides: { u: 'on' } }, { id: 'U' })).toEqual(
      served('off', 'default_variation'),
    );
  });
  it('serves the first rule that matches', () => {
    expect(evaluateFeature({ targeting: on })).toEqual(served('on', 'targeting_rule_matched'));
  });
  it('serves the default where no rule matches', () => {
    expect(evaluateFeature({ targeting: nobody })).toEqual(served('off', 'no_rule_matched'));
  });
});

describe('an environment default that is not set', () => {
  const variables = [{ id: 'variable-1', slug: 'flag', default_variation: null }];
  it.each([
    ['feature_complete', { status: 'complete' }],
    ['default_variation', {}],
    ['no_rule_matched', { targeting: nobody }],
  ] as const)('gives null and keeps the reason %s', (reason, parts) => {
    expect(evaluateFeature({ variables, ...parts })).toEqual(served(null, reason));
  });
});

describe('overrides', () => {
  it('compare user.id exactly, as text', () => {
    const overrides = { '42': 'on', U: 'on' };
    expect(evaluateFeature({ overrides }, { id: 42 })).toEqual(served('on', 'self_targeting_override'));
    expect(evaluateFeature({ overrides }, { id: 'u' })).toEqual(served('off', 'default_variation'));
    expect(evaluateFeature({ overrides }, { email: 'U' })).toEqual(served('off', 'default_variation'));
  });
  it('pin nobody whose id is a name that every object inherits', () => {
    expect(evaluateFeature({ overrides: { u: 'on' } }, { id: 'constructor' })).toEqual(
      served('off', 'default_variation'),
    );
    const overrides = JSON.parse('{"__proto__": "on"}') as Record<string, string>;
    expect(evaluateFeature({ overrides }, { id: '__proto__' })).toEqual(
      served('on', 'self_targeting_override'),
    );
  });
  it('of a variation that does not exist are none', () => {
    expect(evaluateFeature({ overrides: { u: 'gone' } }, { id: 'u' })).toEqual(
      served('off', 'default_variation'),
    );
  });
});

describe('rules', () => {
  const rule = (parts: object): object => ({
    name: 'rule',
    any_of: [],
    serve: { variation: 'on' },
    ...parts,
  });
  const canada = { property: 'country', operator: 'is', values: ['CA'] };
  const ios = { property: 'platform', operator: 'is', values: ['ios'] };
  const serves = (parts: object, user: object | null = null, now = 0): boolean =>
    evaluateFlag(datafileOfRules([rule(parts)]), user, now).reason === 'targeting_rule_matched';

  it('match when any group does, a group when all its conditions do', () => {
    const anyOf = { any_of: [{ all_of: [canada, ios] }, { all_of: [{ ...ios, values: ['tv'] }] }] };
    expect(serves(anyOf, { country: 'CA', platform: 'ios' })).toBe(true);
    expect(serves(anyOf, { platform: 'tv' })).toBe(true);
    expect(serves(anyOf, { country: 'CA' })).toBe(false);
    expect(serves(anyOf, { platform: 'ios' })).toBe(false);
  });
  it('match everyone with an empty any_of', () => {
    expect(serves({ any_of: [] })).toBe(true);
  });
  it('are skipped while disabled', () => {
    expect(serves({ enabled: false })).toBe(false);
    expect(serves({ enabled: true })).toBe(true);
  });
  it('go in order', () => {
    const datafile = datafileOfRules([
      rule({ any_of: [{ all_of: [canada] }], serve: { variation: 'off' } }),
      rule({ any_of: [{ all_of: [ios] }] }),
    ]);
    expect(evaluateFlag(datafile, { country: 'CA', platform: 'ios' }).variation).toBe('off');
    expect(evaluateFlag(datafile, { country: 'US', platform: 'ios' }).variation).toBe('on');
  });
  it.each([
    ['before its from', -1, false],
    ['at its from', 0, true],
    ['just before its to', 999, true],
    ['at its to', 1000, false],
  ])('with a schedule, %s: serves %s', (_when, now, expected) => {
    expect(
      serves({ schedule: { from: '1970-01-01T00:00:00Z', to: '1970-01-01T00:00:01Z' } }, null, now),
    ).toBe(expected);
  });
  it('may leave either end of the schedule open', () => {
    expect(serves({ schedule: { to: '1970-01-02' } }, null, -1e15)).toBe(true);
    expect(serves({ schedule: { from: '1970-01-02', to: null } }, null, 1e15)).toBe(true);
    expect(serves({ schedule: {} })).toBe(true);
  });
  it.each([
    ['a schedule that is no instant', { schedule: { from: 'soon' } }],
    ['a schedule of numbers', { schedule: { from: 0 } }],
    ['a variation that does not exist', { serve: { variation: 'gone' } }],
    ['nothing to serve', { serve: {} }],
    [
      'both a variation and a split',
      { serve: { variation: 'on', split: [{ variation: 'on', weight: 100 }] } },
    ],
    ['a percentage over 100', { rollout: { percentage: 101 } }],
    ['a rollout that is a number', { rollout: 50 }],
    ['a stage at no time', { rollout: { stages: [{ percentage: 100 }] } }],
    ['no stages', { rollout: { stages: [] } }],
    ['weights below 100 in sum', { serve: { split: [{ variation: 'on', weight: 99.999 }] } }],
    [
      'weights above 100 in sum',
      {
        serve: {
          split: [
            { variation: 'on', weight: 100 },
            { variation: 'off', weight: 0.001 },
          ],
        },
      },
    ],
    [
      'a weight with four decimals',
      {
        serve: {
          split: [
            { variation: 'on', weight: 50.0005 },
            { variation: 'off', weight: 49.9995 },
          ],
        },
      },
    ],
    [
      'a negative weight',
      {
        serve: {
          split: [
            { variation: 'on', weight: 150 },
            { variation: 'off', weight: -50 },
          ],
        },
      },
    ],
    ['an empty split', { serve: { split: [] } }],
    [
      'bucketing by a list',
      { rollout: { percentage: 100 }, serve: { variation: 'on', bucket_by: ['audience'] } },
    ],
    [
      'bucketing by nothing known',
      { rollout: { percentage: 100 }, serve: { variation: 'on', bucket_by: ['shoe_size'] } },
    ],
    ['no any_of', { any_of: null }],
    ['a group that is no group', { any_of: ['everyone'] }],
    ['an enabled that is no boolean', { enabled: 'yes' }],
  ])('never serve with %s', (_what, parts) => {
    expect(serves(parts, { id: 'user-9661', email: 'jane@example.com' })).toBe(false);
  });
});

describe('an evaluation', () => {
  it('names its variable and variation by id, and is the same object every time', () => {
    const datafile = datafileOfRules([everyone]);
    const evaluation = evaluateFlag(datafile, null);
    expect(evaluation).toMatchObject({ variableId: 'variable-1', variationId: 'variation-on' });
    expect(evaluateFlag(datafile, { id: 'someone' })).toBe(evaluation);
  });
  it('serves values as they are stored, of every type', () => {
    for (const value of [0, -1.5, 'téxt', '', [], [1, [2]], { b: 1, a: { __proto__x: null } }, true, null]) {
      const variations = [{ id: 'variation-off', slug: 'off', values: [value] }];
      const evaluation = evaluateFlag(compileDatafile(featureChange(featureFragment({ variations }))), null);
      expect(evaluation.value).toEqual(value);
      expect(evaluation.text).toBe(
        `{"key":"flag","value":${JSON.stringify(value)},"variation":"off","reason":"default_variation","feature":"feature"`,
      );
    }
  });
  it('serves null for a value nested too deeply to be written again', () => {
    const values = [JSON.parse(`${'['.repeat(25_000)}${']'.repeat(25_000)}`)] as never;
    const variations = [{ id: 'variation-off', slug: 'off', values }];
    const evaluation = evaluateFlag(compileDatafile(featureChange(featureFragment({ variations }))), null);
    expect(toResult(evaluation)).toMatchObject({ value: null, variation: 'off' });
  });
  it('of an unknown key quotes it', () => {
    const { text } = evaluate(compileDatafile(), '"\ud800', readContext(null), 0);
    expect(JSON.parse(`${text}}`)).toMatchObject({ key: '"\ud800' });
  });
  it('gives all variables of a feature the same variation in one request', () => {
    const split = [
      { variation: 'on', weight: 50 },
      { variation: 'off', weight: 50 },
    ];
    const fragment = featureFragment({
      variables: ['a', 'b', 'c'].map((slug) => ({ id: slug, slug, default_variation: null })),
      variations: ['off', 'on'].map((slug) => ({
        id: slug,
        slug,
        values: [`a ${slug}`, `b ${slug}`, `c ${slug}`],
      })),
      targeting: { enabled: true, rules: [{ name: 'half', any_of: [], serve: { split } }] },
    });
    const datafile = compileDatafile(featureChange(fragment));
    for (let user = 0; user < 100; user++) {
      const context = readContext({ id: `user-${user}` });
      const values = ['a', 'b', 'c'].map((key) => evaluate(datafile, key, context, 0).value as string);
      expect(new Set(values.map((value) => value.slice(2))).size).toBe(1);
      expect(values.map((value) => value[0])).toEqual(['a', 'b', 'c']);
    }
  });
});
