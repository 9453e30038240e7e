import { describe, expect, it } from '@jest/globals';
import { createExample, toFields, getUserLabel, readUser, toUser, withRecent } from './user.ts';

it.each([
  ['', { user: {} }],
  ['{"id": "1"}', { user: { id: '1' } }],
  ['[]', { wrong: 'Enter an object, such as {"id": "user-1"}.' }],
  ['null', { wrong: 'Enter an object, such as {"id": "user-1"}.' }],
])('reads %j', (text, expected) => {
  expect(readUser(text)).toEqual(expected);
});

it('says what is not JSON', () => {
  expect(readUser('{"id"')).toEqual({ wrong: expect.stringContaining('Not valid JSON') });
});

describe('the fields of a user', () => {
  it.each([
    [{}],
    [{ id: 'user-1', country: 'CA', audiences: ['beta', 'staff'] }],
    [
      {
        email: 'a@b.example',
        custom_data: { plan: 'pro', seats: 42, zip: '0815', trial: true, tags: ['a'], 'a b': 'c', none: '' },
      },
    ],
  ])('of %j make the same user again', (user) => {
    expect(toUser(toFields(user)!)).toEqual(user);
  });

  it.each([
    [{ id: 7 }],
    [{ unknown: 'x' }],
    [{ audiences: ['a, b'] }],
    [{ custom_data: 'x' }],
    [{ custom_data: { '': 1 } }],
  ])('cannot show %j', (user) => {
    expect(toFields(user)).toBeUndefined();
  });

  it('take what is not known as custom, and leave out what has no name or no text', () => {
    const fields = [
      { name: ' plan ', text: 'pro' },
      { name: 'custom.seats', text: '3' },
      { name: '', text: 'x' },
      { name: 'email', text: '' },
    ];
    expect(toUser(fields)).toEqual({ custom_data: { plan: 'pro', seats: 3 } });
  });
});

describe('recent users', () => {
  it('are the last ten, each once', () => {
    const all = Array.from({ length: 12 }, (_, each) => `{"id": "${each}"}`);
    const recent = [...all, '{ "id": "4" }'].reduce(withRecent, [] as readonly string[]);
    expect(recent).toHaveLength(10);
    expect(recent[0]).toBe('{"id":"4"}');
    expect(recent.filter((each) => each === '{"id":"4"}')).toHaveLength(1);
  });

  it('are nobody without attributes, and nothing that is no user', () => {
    expect(['{}', '{', ''].reduce(withRecent, [] as readonly string[])).toEqual([]);
  });

  it.each([
    ['{"country":"CA","id":"u"}', 'u, country "CA"'],
    ['{"email":"a@b.example"}', 'a@b.example'],
  ])('%s is called %s', (text, label) => {
    expect(getUserLabel(text)).toBe(label);
  });
});

it.each([
  [[], { id: 'user-1' }],
  [[{ property: 'country', operator: 'is', values: ['CA'] }], { id: 'user-1', country: 'CA' }],
  [
    [{ property: 'email', operator: 'ends_with', values: ['@a.example'] }],
    { id: 'user-1', email: 'somebody@a.example' },
  ],
  [[{ property: 'user_id', operator: 'is', values: ['7'] }], { id: '7' }],
  [[{ property: 'custom', custom_key: 'x', operator: 'gt', values: [1] }], { id: 'user-1' }],
])('of a segment with %j the example is %j', (all, expected) => {
  expect(createExample([{ any_of: [{ all_of: all }] } as never])).toEqual(expected);
});
