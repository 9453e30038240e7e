import { expect, it } from '@jest/globals';
import { hashOfUser, readUser, sawOf, userOfHash } from './model.ts';

it('keeps the user behind the hash of the address', () => {
  const text = '{"id": "a#b&c=d é"}';
  expect(userOfHash(`#${hashOfUser(text)}`)).toBe(text);
  expect(userOfHash('')).toBeUndefined();
});

it.each([
  ['', { user: {} }],
  ['{"id": "1"}', { user: { id: '1' } }],
  ['[]', { wrong: 'A user is an object, such as {"id": "user-1"}.' }],
  ['null', { wrong: 'A user is an object, such as {"id": "user-1"}.' }],
])('reads %j', (text, expected) => {
  expect(readUser(text)).toEqual(expected);
});

it('says what is not JSON', () => {
  expect(readUser('{"id"')).toEqual({ wrong: expect.stringContaining('Not JSON yet') });
});

it.each([
  [null, ''],
  [{ state: 'missing' }, 'saw: missing'],
  [{ state: 'wrong_type', given: 7 }, 'saw: wrong type'],
  [{ state: 'present', given: 'ca' }, 'saw "ca"'],
])('of the attribute %j it says %j', (attribute, said) => {
  expect(sawOf(attribute)).toBe(said);
});
