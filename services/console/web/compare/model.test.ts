import { expect, it } from '@jest/globals';
import { compareRules, summaryOf } from './model.ts';

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
  expect(summaryOf(rows)).toBe('4 rules differ.');
});

it('rules without a name are paired by what they are', () => {
  const rows = compareRules(of(rule('', 'a'), rule('', 'b')), of(rule('', 'b')));
  expect(rows.map(({ kind }) => kind)).toEqual(['left', 'moved']);
  expect(summaryOf(compareRules(of(rule('')), of(rule(''))))).toBe('The rules are the same.');
  expect(compareRules(null, null)).toEqual([]);
});
