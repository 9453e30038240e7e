import { describe, expect, it } from '@jest/globals';
import {
  compileDatafile,
  datafileOfRules,
  evaluateFlag,
  featureChange,
  featureFragment,
} from '../../test/feature-fragment.ts';
import { evaluate, readContext } from '../index.ts';

const everyone = { name: 'everyone', any_of: [], serve: { variation: 'on' } };

describe('split', () => {
  const half = { variation: 'on', weight: 50 };
  const serve = { split: [half, { ...half, variation: 'off' }] };
  it.each<[boolean, string, object]>([
    [true, 'a rule with a split', { serve }],
    [true, 'a rule with a rollout, also of everybody', { rollout: { percentage: 100 } }],
    [true, 'a rule with both', { serve, rollout: { percentage: 100 } }],
    [false, 'a rule with a variation', {}],
  ])('is %s for %s', (split, _what, parts) => {
    const evaluation = evaluateFlag(datafileOfRules([{ ...everyone, ...parts }]), { id: 'u' });
    expect(evaluation).toMatchObject({ reason: 'targeting_rule_matched', split });
    expect(evaluation.text).not.toContain('split');
  });
  it('is false where such a rule did not serve', () => {
    const datafile = datafileOfRules([{ ...everyone, rollout: { percentage: 0 } }]);
    expect(evaluateFlag(datafile, { id: 'u' })).toMatchObject({ reason: 'no_rule_matched', split: false });
  });
  it('is told apart where two rules serve the same variation', () => {
    const datafile = datafileOfRules([
      { ...everyone, any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }] },
      { ...everyone, rollout: { percentage: 100 } },
    ]);
    const of = (user: object) => evaluateFlag(datafile, user).split;
    expect([of({ id: 'u' }), of({ id: 'u', country: 'CA' }), of({ id: 'u' })]).toEqual([true, false, true]);
  });
  it('is the same for all variables of a feature', () => {
    const variables = ['flag', 'other'].map((slug) => ({ id: slug, slug, default_variation: 'off' }));
    const targeting = { enabled: true, rules: [{ ...everyone, rollout: { percentage: 100 } }] };
    const datafile = compileDatafile(featureChange(featureFragment({ variables, targeting })));
    const context = readContext({ id: 'u' });
    expect(['flag', 'other'].map((key) => evaluate(datafile, key, context, 0).split)).toEqual([true, true]);
  });
});
