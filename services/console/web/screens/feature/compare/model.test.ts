import { describe, expect, it } from '@jest/globals';
import { compare, compareRules, summarise } from './model.ts';

const rule = (name: string, variation = 'on') => ({ name, any_of: [], serve: { variation } });
const of = (...rules: ReturnType<typeof rule>[]) => ({ enabled: true, rules });

it('rules stand beside their namesakes; those that differ, moved, or are on one side alone are marked', () => {
  const rows = compareRules(
    of(rule('staff'), rule('canada'), rule('beta'), rule('old')),
    of(rule('staff'), rule('beta'), rule('canada', 'off'), rule('new')),
  );
  expect(rows.map(({ left, right, kind }) => [left?.number, right?.number, kind])).toEqual([
    [1, 1, 'same'],
    [2, 3, 'differs'],
    [3, 2, 'moved'],
    [4, undefined, 'left'],
    [undefined, 4, 'right'],
  ]);
});

it('rules without a name are paired by what they are', () => {
  const rows = compareRules(of(rule('', 'a'), rule('', 'b')), of(rule('', 'b')));
  expect(rows.map(({ kind }) => kind)).toEqual(['left', 'moved']);
  expect(compareRules(null, null)).toEqual([]);
});

describe('the summary', () => {
  const side = { targeting: of(rule('a')), defaults: { x: 'on', y: 'on' }, overrides: { count: 1 } };
  const variables = [{ slug: 'x' }, { slug: 'y' }];
  it.each([
    [{}, 'No differences in targeting, rules, defaults and the number of overrides.'],
    [{ targeting: of(rule('a', 'off')) }, '1 difference: 1 rule'],
    [{ targeting: of(rule('b'), rule('c')) }, '3 differences: 3 rules'],
    [{ defaults: { x: 'on' } }, '1 difference: 1 default'],
    [{ defaults: {} }, '2 differences: 2 defaults'],
    [{ targeting: of(rule('a', 'off')), defaults: {} }, '3 differences: 1 rule, 2 defaults'],
    [{ overrides: { count: 0 } }, '1 difference: number of overrides'],
    [
      { targeting: { ...of(), enabled: false }, overrides: { count: 0 } },
      '3 differences: targeting state, 1 rule, number of overrides',
    ],
  ])('of a side with %j is %s', (changed, expected) => {
    expect(summarise(compare(side, { ...side, ...changed }, variables))).toBe(expected);
  });
});
