import { describe, expect, it } from '@jest/globals';
import { readContext } from '@bunting/evaluator';
import { readOfrepUser } from './read-context.ts';

const userOf = (context: unknown) => readOfrepUser({ context });

describe('an OpenFeature context (docs/clients.md)', () => {
  it.each([
    ['no context', {}],
    ['null', { context: null }],
  ])('that is %s is anonymous', (_what, body) => {
    expect(readOfrepUser(body)).toBeUndefined();
  });
  it.each([['a text'], [5], [true], [[]]])('may not be %j', (context) => {
    expect(() => userOf(context)).toThrow('"context" must be an object.');
  });
  it.each([
    ['a text', 'user-7', 'user-7'],
    ['a number, as its decimal string', 42, '42'],
    ['empty, which is none', '', undefined],
    ['of another type, which is none', { a: 1 }, undefined],
  ])('has a targetingKey that is %s', (_what, targetingKey, id) => {
    const user = userOf({ targetingKey });
    expect(user).toMatchObject({ custom_data: {} });
    expect(readContext(user).userId).toBe(id);
  });
  it('has members of the user by name', () => {
    const members = {
      email: 'a@b.example',
      ip: '192.0.2.1',
      platform: 'ios',
      country: 'CA',
      audiences: ['x'],
    };
    expect(userOf(members)).toEqual({ ...members, custom_data: {} });
  });
  it.each(['organisation_id', 'organisationId', 'organizationId'])('may name the organisation %s', (name) => {
    expect(userOf({ [name]: 'acme' })).toEqual({ organisation_id: 'acme', custom_data: {} });
  });
  it.each(['app_version', 'appVersion'])('may name the version %s', (name) => {
    expect(userOf({ [name]: '1.2.3' })).toEqual({ app_version: '1.2.3', custom_data: {} });
  });
  it('has every other member as custom data, whatever it holds', () => {
    const others = { plan: 'pro', id: 'x', seats: 5, nested: { deep: [null] }, none: null };
    expect(userOf(others)).toEqual({ custom_data: others });
  });
  it('merges custom_data into the custom data, before members beside it', () => {
    expect(userOf({ plan: 'free', seats: 5, custom_data: { plan: 'pro' } })).toEqual({
      custom_data: { plan: 'pro', seats: 5 },
    });
  });
  it('keeps a custom_data that is no object under its own name', () => {
    expect(userOf({ custom_data: 'text' })).toEqual({ custom_data: { custom_data: 'text' } });
  });
  it('has no member that changes what others inherit', () => {
    const user = userOf(JSON.parse('{"__proto__": {"plan": "pro"}, "custom_data": {"a": 1}}'));
    expect(user).toEqual({ custom_data: { a: 1 } });
    expect(Object.getPrototypeOf(user!['custom_data'])).toBe(Object.prototype);
  });
});
