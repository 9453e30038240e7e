import { expect, it } from '@jest/globals';
import { readUserIds, summarise } from './model.ts';

it.each([
  ['a', ['a'], '1 user'],
  ['a\nb, c;"d"\te', ['a', 'b', 'c', 'd', 'e'], '5 users'],
  [' a ,\n,a', ['a'], '1 user, 1 duplicate'],
  ['', [], '0 users'],
  ['x'.repeat(501), [], '0 users, 1 skipped (longer than 500 characters)'],
])('reads the users of %j', (text, users, said) => {
  expect(readUserIds(text).users).toEqual(users);
  expect(summarise(readUserIds(text))).toBe(said);
});

it('says where a change ends', () => {
  const text = Array.from({ length: 1_001 }, (_, each) => `u${each}`).join('\n');
  expect(summarise(readUserIds(text))).toBe('1,001 users. Add at most 1,000 at a time.');
});
