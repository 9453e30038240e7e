import { describe, expect, it } from '@jest/globals';
import { compileFragments, createDatafile, evaluate, readContext, type Evaluation } from '@bunting/evaluator';
import type { FeatureFragment } from '@bunting/evaluator/definition';
import { writeFlag } from './write-flag.ts';

const rule = { name: 'all', any_of: [], serve: { variation: 'on' } };
const off = { slug: 'flag', id: 'v', default_variation: 'off' };
const withoutDefault = { ...off, default_variation: null };

/** Returns the evaluation of a feature with these parts for a user with the id u. */
function evaluationOf(parts: object): Evaluation {
  const feature = {
    id: 'f',
    slug: 'feature',
    status: 'live',
    salt: 'a1b2c3d4',
    variables: [off],
    variations: [
      { id: 'off', slug: 'off', values: [{ a: [1] }] },
      { id: 'on', slug: 'on', values: [true] },
      { id: 'null', slug: 'null', values: [null] },
    ],
    targeting: null,
    overrides: {},
    ...parts,
  } as FeatureFragment;
  const datafile = createDatafile();
  datafile.apply(compileFragments([{ kind: 'feature', id: 'f', document: feature }]));
  return evaluate(datafile, 'flag', readContext({ id: 'u' }), 0);
}

const on = (parts: object = {}) => ({ enabled: true, rules: [{ ...rule, ...parts }] });
const nobody = { enabled: true, rules: [] };

describe('a flag of OFREP (docs/reference/sdks.md)', () => {
  it.each<[string, object, string, object, string | undefined]>([
    ['targeting_rule_matched', { targeting: on() }, 'TARGETING_MATCH', { value: true }, 'on'],
    [
      'targeting_rule_matched',
      { targeting: on({ serve: { split: [{ variation: 'on', weight: 100 }] } }) },
      'SPLIT',
      { value: true },
      'on',
    ],
    [
      'targeting_rule_matched',
      { targeting: on({ rollout: { percentage: 100 } }) },
      'SPLIT',
      { value: true },
      'on',
    ],
    [
      'targeting_rule_matched',
      { targeting: on({ serve: { variation: 'null' } }) },
      'TARGETING_MATCH',
      {},
      'null',
    ],
    [
      'self_targeting_override',
      { targeting: nobody, overrides: { u: 'on' } },
      'TARGETING_MATCH',
      { value: true },
      'on',
    ],
    ['self_targeting_override', { overrides: { u: 'null' } }, 'TARGETING_MATCH', {}, 'null'],
    ['default_variation', {}, 'STATIC', { value: { a: [1] } }, 'off'],
    ['default_variation', { variables: [{ ...off, default_variation: 'null' }] }, 'STATIC', {}, 'null'],
    ['feature_complete', { status: 'complete', targeting: on() }, 'STATIC', { value: { a: [1] } }, 'off'],
    ['no_rule_matched', { targeting: nobody }, 'DEFAULT', { value: { a: [1] } }, 'off'],
    ['default_variation', { variables: [withoutDefault] }, 'DEFAULT', {}, undefined],
    ['feature_complete', { status: 'complete', variables: [withoutDefault] }, 'DEFAULT', {}, undefined],
    ['no_rule_matched', { targeting: nobody, variables: [withoutDefault] }, 'DEFAULT', {}, undefined],
    ['targeting_disabled', { targeting: { enabled: false, rules: [] } }, 'DISABLED', {}, undefined],
  ])('of %s, with %j, is %s with %j and the variant %s', (ours, parts, reason, value, variant) => {
    const evaluation = evaluationOf(parts);
    const flag = { key: 'Flag', ...value, reason, metadata: { feature: 'feature', reason: ours } };
    expect(JSON.parse(writeFlag('Flag', evaluation, undefined, ''))).toEqual({
      ...flag,
      variant: variant ?? '',
    });
    expect(JSON.parse(writeFlag('Flag', evaluation, undefined, undefined))).toEqual({
      ...flag,
      ...(variant !== undefined && { variant }),
    });
  });

  it('has its trace among the metadata', () => {
    const { metadata } = JSON.parse(writeFlag('flag', evaluationOf({}), 'a.b', '')) as { metadata: object };
    expect(metadata).toEqual({ feature: 'feature', reason: 'default_variation', evaluation_trace: 'a.b' });
  });

  it('quotes its key', () => {
    expect(JSON.parse(writeFlag('"\\é', evaluationOf({}), undefined, ''))).toMatchObject({ key: '"\\é' });
  });
});
