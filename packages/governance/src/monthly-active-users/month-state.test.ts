import { describe, expect, it } from '@jest/globals';
import { userHash } from '../identity.ts';
import { createCountedUsersMemory } from './counted-users.ts';
import { noteGeneration, openMonthState, uncountedUsers } from './month-state.ts';

const open = () => openMonthState('shop', Date.UTC(2026, 10, 22), createCountedUsersMemory(100).open());

describe('the generation of a month in Redis', () => {
  it.each([
    ['a month that Redis does not have whole', '1.1', '', 'lost'],
    ['one of which nothing is known yet', undefined, '1.1', 'first'],
    ['one that is as it was', '1.1', '1.1', 'none'],
    ['one that was rebuilt', '1.1', '2.2', 'rebuilt'],
    ['one whose users were forgotten', '1.1', '1.1/1', 'users forgotten'],
    ['one whose users were forgotten again', '1.1/1', '1.1/2', 'users forgotten'],
    ['one that was rebuilt after users were forgotten', '1.1/1', '2.2/1', 'rebuilt'],
    ['one that Redis has lost with that number', '1.1/1', '2.2', 'rebuilt'],
  ])('%s', (_, known, seen, change) => {
    const month = open();
    month.generation = known;
    expect(noteGeneration(month, seen)).toBe(change);
    expect(month.generation).toBe(seen === '' ? known : seen);
  });
});

describe('users that may not be counted yet', () => {
  it('are each listed once, with their hashes', () => {
    const month = open();
    month.counted.add('ann', userHash('shop', 'ann'));
    expect(uncountedUsers(month, 'ann')).toEqual([]);
    expect(uncountedUsers(month, 'bob')).toEqual([{ identity: 'bob', hash: userHash('shop', 'bob') }]);
    const identities = uncountedUsers(month, ['ann', 'bob', 'bob', 'eve']).map(({ identity }) => identity);
    expect(identities).toEqual(['bob', 'eve']);
  });
});
