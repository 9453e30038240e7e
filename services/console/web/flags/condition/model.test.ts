import { describe, expect, it } from '@jest/globals';
import { operators } from '@bunting/evaluator/definition';
import type { Condition } from '../../api/types.ts';
import {
  addedWords,
  hasCase,
  withCase,
  newCondition,
  getOperators,
  properties,
  withCondition,
  withOperator,
  withoutValue,
  withProperty,
  withTyped,
} from './model.ts';
import { operatorWords } from './words.ts';

const email: Condition = { property: 'email', operator: 'ends_with', values: ['@acme.example'] };

describe('what is offered', () => {
  it('is every property and every operator that the evaluator knows', () => {
    const offered = new Set(properties.flatMap((each) => [...getOperators(each)]));
    expect([...offered].toSorted()).toEqual([...operators].toSorted());
    expect(Object.keys(operatorWords).toSorted()).toEqual([...operators].toSorted());
  });
});

describe('a changed condition', () => {
  it('keeps its operator and values where they fit the attribute', () => {
    expect(withProperty(email, 'user_id')).toEqual({ ...email, property: 'user_id' });
    expect(withProperty(email, 'custom')).toEqual({ ...email, property: 'custom', custom_key: '' });
    expect(withProperty(email, 'segment')).toEqual({
      property: 'segment',
      operator: 'in_segment',
      values: [],
    });
  });

  it('has no values where only presence counts, and numbers where they are compared', () => {
    expect(withOperator(email, 'exists')).toEqual({ property: 'email', operator: 'exists' });
    const custom: Condition = { property: 'custom', custom_key: 'age', operator: 'is', values: ['18', 'x'] };
    expect(withOperator(custom, 'gte').values).toEqual([18, 'x']);
    expect(withOperator({ ...custom, values: [18] }, 'is').values).toEqual(['18']);
  });

  it('takes a pasted list, without duplicates', () => {
    expect(withTyped(email, '@b.example, @acme.example\n\n@c.example,').values).toEqual([
      '@acme.example',
      '@b.example',
      '@c.example',
    ]);
    expect(withoutValue(email, 0).values).toEqual([]);
  });
});

it('a group without conditions goes', () => {
  const groups = [{ all_of: [email, newCondition()] }, { all_of: [email] }];
  expect(withCondition(groups, [1, 0], undefined)).toEqual([groups[0]]);
  expect(withCondition(groups, [0, 1], email)).toEqual([{ all_of: [email, email] }, groups[1]]);
});

it('a pasted list is counted, with what was there already', () => {
  expect(addedWords('a', 1)).toBe('');
  expect(addedWords('a', 0)).toBe('0 added, 1 duplicate');
  expect(addedWords('a,b\nc', 3)).toBe('3 added');
  expect(addedWords('a,b,a,b', 2)).toBe('2 added, 2 duplicates');
});

it('case is left out of texts alone', () => {
  const condition: Condition = { property: 'custom', custom_key: 'plan', operator: 'is', values: ['Pro'] };
  expect(withCase(withCase(condition, true), false)).toEqual(condition);
  expect(withCase(condition, true).ignore_case).toBe(true);
  expect(
    (
      [condition, { ...condition, operator: 'gt' }, { property: 'segment', operator: 'in_segment' }] as const
    ).map((each) => hasCase(each)),
  ).toEqual([true, false, false]);
});
