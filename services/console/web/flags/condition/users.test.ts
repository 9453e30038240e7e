import { describe, expect, it } from '@jest/globals';
import { getUserName, readUsers } from './users.ts';

describe('users are read from', () => {
  it.each([
    ['nothing', '  ', []],
    ['a list', '[{"id": "a"}, {"id": "b"}]', [{ id: 'a' }, { id: 'b' }]],
    [
      'lines of JSON',
      '{"id": "a"}\n{"id": "b",\n "country": "CA"}',
      [{ id: 'a' }, { id: 'b', country: 'CA' }],
    ],
    ['ids', 'a\nb\r\n\nc', [{ id: 'a' }, { id: 'b' }, { id: 'c' }]],
    [
      'a table, whose other columns are custom attributes',
      'user_id,Email,plan\n1,"a,b@x.example",pro\n2,,',
      [{ id: '1', email: 'a,b@x.example', custom_data: { plan: 'pro' } }, { id: '2' }],
    ],
  ])('%s', (_, text, users) => {
    expect(readUsers(text)).toEqual({ users });
  });

  it.each([
    ['[{"id": "a"}', 'The list is not valid JSON.'],
    ['{"id": "a"}\n{', 'User 2 is not valid JSON.'],
    ['[1]', 'User 1 must be an object such as {"id": "user-1"}.'],
    ['shoe,size\n1,2', 'The header row needs an attribute such as id, email or country.'],
  ])('%j never: it says why', (text, problem) => {
    expect(readUsers(text)).toEqual({ users: [], problem });
  });

  it('at most a thousand', () => {
    const { users, problem } = readUsers(Array.from({ length: 1_001 }, (_, index) => `u${index}`).join('\n'));
    expect([users.length, problem]).toEqual([1_000, '1,001 users. Only the first 1,000 are used.']);
  });
});

it('somebody is called by id or address', () => {
  expect([{ id: 7 }, { email: 'a@b.example' }, {}, undefined].map(getUserName)).toEqual([
    '7',
    'a@b.example',
    'user without an id',
    'user without an id',
  ]);
});
