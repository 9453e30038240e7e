import type { User } from '@bunting/sdk-core';
import { describe, expect, it } from '@jest/globals';
import { usersWith, unwritableValues, writableValues } from '@bunting/testing/json-values';
import fc from 'fast-check';
import { anything } from '../../test/any-user.ts';
import { startServerClient } from '../../test/start-server-client.ts';
import { json } from '../../test/test-fetch.ts';
import { createTestRuntime } from '../../test/test-runtime.ts';
import { createLocalClientIn } from '../local/local-client.ts';
import { toWireUser } from './read-user.ts';
import { maxDepth } from './to-json.ts';

/** Returns the part of a user that evaluation can see: members that are not undefined. */
const read = (user: unknown) => visible(toWireUser(user as User));

function visible(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(visible);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, visible(member)]));
}

const nested = (depth: number) => {
  let value: unknown = 'a';
  for (let n = 0; n < depth; n++) value = [value];
  return value;
};

describe('a user', () => {
  it.each(Object.entries(usersWith))('is what JSON makes of a value in %s', (_place, userWith) => {
    for (const [what, make] of Object.entries(writableValues)) {
      const written = JSON.stringify(userWith(make()));
      expect([what, read(userWith(make()))]).toEqual([what, read(JSON.parse(written))]);
    }
  });

  it('is what JSON makes of any value', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const user = { id: value, customData: { plan: value, more: [value, { value }] } };
        let text: string;
        try {
          text = JSON.stringify(user);
        } catch {
          expect(() => read(user)).toThrow();
          return;
        }
        expect(read(user)).toEqual(read(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  it('may say itself what JSON makes of it, as documents of databases do', () => {
    class Document {
      readonly _doc = { id: 'u' };
      toJSON = () => ({ id: 'u', customData: { plan: 'pro' } });
    }
    expect(read(new Document())).toEqual({ id: 'u', custom_data: { plan: 'pro' } });
  });

  it('has the members of an object of a class, but none that is inherited or hidden', () => {
    class Account {
      readonly id = 'u';
      get email(): string {
        return 'jo@acme.example';
      }
    }
    const account = Object.defineProperty(new Account(), 'country', { value: 'CA' });
    expect(read(account)).toEqual({ id: 'u' });
  });

  it('has no member that is inherited from a plain object', () => {
    const base = { id: 'u', customData: { plan: 'pro' } };
    expect(read(Object.assign(Object.create(base) as object, { country: 'CA' }))).toEqual({ country: 'CA' });
  });

  it.each(['user-7', 7, true, [], () => 1, Symbol('user-7'), 7n, { toJSON: () => 'user-7' }])(
    'is no object: %p cannot be one',
    (user) => {
      expect(() => toWireUser(user as never)).toThrow('not an object');
    },
  );

  it('is as deep as the service reads requests', () => {
    const deepest = { customData: { a: nested(maxDepth - 2) } };
    expect(read(deepest)).toEqual({ custom_data: deepest.customData });
    expect(() => read({ customData: { a: nested(maxDepth - 1) } })).toThrow(
      'nested more than 99 levels deep',
    );
  });
});

describe('a user that JSON cannot write', () => {
  it.each(Object.entries(unwritableValues))('is reported by both clients alike: %s', async (_what, make) => {
    const remote = startServerClient();
    const errors: object[] = [];
    const local = createLocalClientIn(createTestRuntime(), {
      url: 'http://bunting.example',
      key: 'c1a55e00-0000-8da7-8000-0000000000a3',
      stream: false,
      fetch: () => Promise.resolve(json({}, 404)),
      onError: (error) => void errors.push(error),
    });
    await local.ready();
    errors.splice(0);
    const user = () => ({ id: 'u', customData: { plan: make() } }) as User;
    expect(await remote.flags.value('a', 1, user())).toBe(1);
    expect(local.value('a', 1, user())).toBe(1);
    expect(remote.errors).toEqual([
      { code: 'application', message: expect.stringContaining('Invalid user; using fallbacks: ') },
    ]);
    expect(errors).toEqual(remote.errors);
    expect(remote.fetched).toEqual([]);
    await Promise.all([remote.flags.close(), local.close()]);
  });
});
