import { describe, expect, it } from '@jest/globals';

import { readContext } from './context.ts';
import { attributeOf } from './attribute.ts';
import type { Property } from './definition.ts';

const valueOf = (user: object | null | undefined, property: Property, customKey?: string): unknown =>
  readContext(user).valueOf(attributeOf(property, customKey)!);

describe('readContext', () => {
  it.each([null, undefined, {}])('reads %j as nobody known', (user) => {
    const context = readContext(user);
    expect(context.userId).toBeUndefined();
    expect(context.email).toBeUndefined();
    expect(valueOf(user, 'audience')).toBeUndefined();
    expect(valueOf(user, 'custom', 'plan')).toBeUndefined();
  });

  it.each([
    ['id', 'user_id'],
    ['email', 'email'],
    ['organisation_id', 'organisation_id'],
    ['ip', 'ip_address'],
    ['app_version', 'app_version'],
    ['platform', 'platform'],
    ['country', 'country'],
  ] as const)('reads %s as %s, and a wrong type as missing', (member, property) => {
    expect(valueOf({ [member]: 'Abc' }, property)).toBe('Abc');
    for (const wrong of [true, null, ['Abc'], { a: 1 }])
      expect(valueOf({ [member]: wrong }, property)).toBeUndefined();
    if (property !== 'user_id') expect(valueOf({ [member]: 42 }, property)).toBeUndefined();
  });

  it('reads a number as id as its decimal string', () => {
    expect(readContext({ id: 42 }).userId).toBe('42');
    expect(readContext({ id: 1e21 }).userId).toBe('1000000000000000000000');
    expect(readContext({ id: JSON.parse('1e400') as number }).userId).toBeUndefined();
  });

  it('takes an empty id or email for none, any other empty string as given', () => {
    expect(readContext({ id: '' }).userId).toBeUndefined();
    expect(readContext({ email: '' }).email).toBeUndefined();
    expect(valueOf({ country: '' }, 'country')).toBe('');
  });

  it('keeps the e-mail address as given', () => {
    expect(readContext({ email: 'Jane@Example.com' }).email).toBe('Jane@Example.com');
  });

  it('takes audiences that are not all strings for missing', () => {
    expect(valueOf({ audiences: ['a', 'b'] }, 'audience')).toEqual(['a', 'b']);
    expect(valueOf({ audiences: [] }, 'audience')).toEqual([]);
    for (const wrong of ['a', ['a', 1], { 0: 'a' }])
      expect(valueOf({ audiences: wrong }, 'audience')).toBeUndefined();
  });

  it('looks up own properties of custom_data only, and never __proto__', () => {
    const user = JSON.parse('{"custom_data": {"plan": "pro", "__proto__": "mine", "gone": null}}') as object;
    expect(valueOf(user, 'custom', 'plan')).toBe('pro');
    expect(valueOf(user, 'custom', '__proto__')).toBeUndefined();
    expect(valueOf(user, 'custom', 'gone')).toBeUndefined();
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(valueOf({ custom_data: {} }, 'custom', key)).toBeUndefined();
    }
  });

  it('looks up nothing that custom_data inherits', () => {
    const customData = Object.create({ plan: 'pro' }, { size: { value: 3, enumerable: true } }) as object;
    expect(valueOf({ custom_data: customData }, 'custom', 'plan')).toBeUndefined();
    expect(valueOf({ custom_data: customData }, 'custom', 'size')).toBe(3);
    expect(valueOf({ custom_data: { constructor: 'mine' } }, 'custom', 'constructor')).toBe('mine');
  });

  it.each([[[]], ['text'], [7], [null], [true]])('takes %j as custom_data for missing', (customData) => {
    expect(valueOf({ custom_data: customData }, 'custom', 'length')).toBeUndefined();
  });
});
