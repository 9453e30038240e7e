import { expect, it } from '@jest/globals';
import { parseConstraints, toTyped } from './constraints.ts';

const none = toTyped(null, 'string');

it('constraints stand in a form as they are, and come back the same', () => {
  for (const [type, constraints] of [
    ['number', { minimum: 1, maximum: 5.5, integer: true, one_of: [1, 2] }],
    ['string', { pattern: '^a', max_length: 20, one_of: ['a', 'b c'] }],
    ['json', { schema: { type: 'object' }, one_of: [{ a: 1 }] }],
  ] as const) {
    const typed = toTyped(constraints, type);
    expect(parseConstraints(typed, type)).toEqual({ constraints });
  }
});

it('a form in which nothing is typed constrains nothing', () => {
  expect(parseConstraints(none, 'string')).toEqual({ constraints: null });
});

it('what is no number and no JSON is said where it stands', () => {
  expect(parseConstraints({ ...none, minimum: 'few' }, 'number').problem).toMatch(/^Enter a number/);
  expect(parseConstraints({ ...none, oneOf: '1\ntwo' }, 'number').problem).toMatch(
    /^Allowed values: Enter a number/,
  );
  expect(parseConstraints({ ...none, schema: '{' }, 'json').problem).toMatch(/^Schema: Not valid JSON/);
});
