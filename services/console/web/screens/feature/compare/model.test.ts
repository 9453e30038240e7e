import { describe, expect, it } from '@jest/globals';
import { compare, compareRules, summaryOf } from './model.ts';

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
    [{}, 'Targeting, rules, defaults and the number of overrides are the same.'],
    [{ targeting: of(rule('a', 'off')) }, '1 rule differs.'],
    [{ targeting: of(rule('b'), rule('c')) }, '3 rules differ.'],
    [{ defaults: { x: 'on' } }, '1 default differs.'],
    [{ defaults: {} }, '2 defaults differ.'],
    [{ targeting: of(rule('a', 'off')), defaults: {} }, '1 rule and 2 defaults differ.'],
    [{ overrides: { count: 0 } }, 'The number of overrides differs.'],
    [
      { targeting: { ...of(), enabled: false }, overrides: { count: 0 } },
      'The state of targeting, 1 rule and the number of overrides differ.',
    ],
  ])('of a side with %j is %s', (changed, expected) => {
    expect(summaryOf(compare(side, { ...side, ...changed }, variables))).toBe(expected);
  });
});
