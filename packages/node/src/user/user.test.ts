import type { User } from '@bunting/sdk-core';
import { describe, expect, it } from '@jest/globals';
import { toWireUser } from './read-user.ts';
import { toEventUser, getIdentity, stringifyUser } from './user.ts';

const toText = (user: User | null | undefined) => stringifyUser(toWireUser(user));

describe('the text of a user', () => {
  it('has the names of the wire', () => {
    const user: User = {
      id: 'u',
      email: 'e',
      organisationId: 'o',
      ip: 'i',
      appVersion: 'v',
      platform: 'p',
      country: 'c',
      audiences: ['a'],
      customData: { Some: 1 },
    };
    expect(JSON.parse(toText(user))).toEqual({
      id: 'u',
      email: 'e',
      organisation_id: 'o',
      ip: 'i',
      app_version: 'v',
      platform: 'p',
      country: 'c',
      audiences: ['a'],
      custom_data: { Some: 1 },
    });
  });

  it('is the same for the same content in another order', () => {
    const one = toText({ id: 'u', customData: { a: 1, b: { c: [1, { d: 1, e: 2 }], f: 2 } } });
    const other = toText({ customData: { b: { f: 2, c: [1, { e: 2, d: 1 }] }, a: 1 }, id: 'u' });
    expect(one).toBe(other);
    expect(toText({ id: 'u', customData: { a: [1, 2] } })).not.toBe(
      toText({ id: 'u', customData: { a: [2, 1] } }),
    );
  });

  it.each([null, undefined, {}])('of nobody is empty: %j', (user) => {
    expect(toText(user)).toBe('{}');
  });
});

describe('the identity of a user', () => {
  it.each([
    [{ id: 'Jane', email: 'jane@example.com' }, 'Jane'],
    [{ email: 'Jane@Example.COM' }, 'jane@example.com'],
    [{ id: '', email: 'jane@example.com' }, 'jane@example.com'],
    [{ id: 7 } as unknown as User, '7'],
    [{ id: '', email: '' }, undefined],
    [{ country: 'CA' }, undefined],
    [null, undefined],
  ])('of %j is %j', (user, identity) => {
    expect(getIdentity(toWireUser(user))).toBe(identity);
  });

  it('is all that is sent with events', () => {
    expect(toEventUser(toWireUser({ id: 'u', email: 'e', country: 'CA' }))).toEqual({ id: 'u', email: 'e' });
    expect(toEventUser(toWireUser({ country: 'CA' }))).toBeUndefined();
  });
});
