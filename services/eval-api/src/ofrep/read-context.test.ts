import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readContext } from '@bunting/evaluator';
import { readOfrepUser } from './read-context.ts';

const { vectors } = JSON.parse(
  readFileSync(new URL('../../../../contract/ofrep/contexts.json', import.meta.url), 'utf8'),
) as { vectors: { name: string; context: object; user: object }[] };

const userOf = (context: unknown) => readOfrepUser({ context });

describe('an OpenFeature context (docs/reference/sdks.md)', () => {
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
  it.each(vectors)('describes the user: $name', ({ context, user }) => {
    expect(userOf(context)).toEqual({ custom_data: {}, ...user });
  });
  it('has no member that changes what others inherit', () => {
    const user = userOf(JSON.parse('{"__proto__": {"plan": "pro"}, "custom_data": {"a": 1}}'));
    expect(user).toEqual({ custom_data: { a: 1 } });
    expect(Object.getPrototypeOf(user!['custom_data'])).toBe(Object.prototype);
  });
});
