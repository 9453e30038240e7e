import { describe, expect, it } from '@jest/globals';
import { datafileOfRules, evaluateFlag, featureFragment } from '../../test/feature-fragment.ts';
import type { FeatureFragment } from '../definition/definition.ts';
import { measureFeature } from '../index.ts';

const userIs = (values: readonly string[]) => ({
  name: 'some',
  any_of: [{ all_of: [{ property: 'user_id', operator: 'is', values }] }],
  serve: { variation: 'on' },
});

const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

describe('a definition that an older release accepted, with more than may be written now', () => {
  it.each([
    ['1,200 rules', 'rules', ids(1_200, 'user-').map((id) => userIs([id])), 'user-1199'],
    [
      'three lists of 10,000 users',
      'operands',
      ['a', 'b', 'c'].map((name) => userIs(ids(10_000, name))),
      'c9999',
    ],
    ['a list of 20,000 users', 'conditionOperands', [userIs(ids(20_000, 'd'))], 'd19999'],
  ])('goes on being served while it takes no longer than others: %s', (_what, limit, rules, id) => {
    const targeting = { enabled: true, rules } as FeatureFragment['targeting'];
    const { exceeded } = measureFeature(featureFragment({ targeting }), () => undefined);
    expect(exceeded).toContainEqual(expect.objectContaining({ limit }));
    expect(evaluateFlag(datafileOfRules(rules), { id }).reason).toBe('targeting_rule_matched');
  });

  it('matches nobody where it is beyond even that', () => {
    const rules = [userIs(ids(50_000, 'e'))];
    expect(evaluateFlag(datafileOfRules(rules), { id: 'e1' }).reason).toBe('no_rule_matched');
  });
});
