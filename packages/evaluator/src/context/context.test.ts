import { describe, expect, it } from '@jest/globals';

import { parseAttribute } from '../definition/attribute.ts';
import type { Property } from '../definition/definition.ts';
import { parseWithDigits } from '../values/long-number.ts';
import { readContext } from './context.ts';

const valueOf = (user: object | null | undefined, property: Property, customKey?: string): unknown =>
  readContext(user).valueOf(parseAttribute(property, customKey)!);

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
    expect(valueOf({ [member]: 42 }, property)).toBe('42');
    expect(valueOf({ [member]: -0.5 }, property)).toBe('-0.5');
    expect(valueOf({ [member]: 1e21 }, property)).toBe('1000000000000000000000');
    expect(valueOf({ [member]: JSON.parse('1e400') as number }, property)).toBeUndefined();
    expect(valueOf({ [member]: NaN }, property)).toBeUndefined();
  });

  it('reads numbers beyond 2^53 from the user that is read once more, and only those', () => {
    const json =
      '{"id":9007199254740993,"organisation_id":-9007199254740993,"audiences":["a",null,1e16,9007199254740993]}';
    let times = 0;
    const reread = () => {
      times += 1;
      return parseWithDigits(json) as Readonly<Record<string, unknown>>;
    };
    const context = readContext(JSON.parse(json) as object, reread);
    expect(context.userId).toBe('9007199254740993');
    expect(context.valueOf(parseAttribute('organisation_id', '')!)).toBe('-9007199254740993');
    expect(context.valueOf(parseAttribute('audience', '')!)).toEqual([
      'a',
      '10000000000000000',
      '9007199254740993',
    ]);
    expect(times).toBe(3);
    readContext({ id: 9007199254740991, audiences: [1, null], custom_data: { n: 2 ** 60 } }, reread);
    expect(times).toBe(3);
    expect(readContext({ id: 2 ** 53 + 2 }).userId).toBe('9007199254740994');
  });

  it('takes an empty id or email for none, any other empty string as given', () => {
    expect(readContext({ id: '' }).userId).toBeUndefined();
    expect(readContext({ email: '' }).email).toBeUndefined();
    expect(valueOf({ country: '' }, 'country')).toBe('');
  });

  it('keeps the e-mail address as given', () => {
    expect(readContext({ email: 'Jane@Example.com' }).email).toBe('Jane@Example.com');
  });

  it('leaves odd entries out of audiences, and takes what is no list for missing', () => {
    expect(valueOf({ audiences: ['a', 'b'] }, 'audience')).toEqual(['a', 'b']);
    expect(valueOf({ audiences: [] }, 'audience')).toEqual([]);
    expect(valueOf({ audiences: [null, 'a', true, ['b'], 1, { c: 1 }, NaN] }, 'audience')).toEqual([
      'a',
      '1',
    ]);
    expect(valueOf({ audiences: [null] }, 'audience')).toEqual([]);
    for (const wrong of ['a', 1, { 0: 'a' }])
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
