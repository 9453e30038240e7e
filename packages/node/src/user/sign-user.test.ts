import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sha256 } from './sha256.ts';
import { readFileSync } from 'node:fs';
import { signMembers, signUser } from './sign-user.ts';

const secret = `bus_${'0123456789abcdef'.repeat(4)}`;
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

describe('the signature of a user', () => {
  it('is that of the id, else of the e-mail address as a member', () => {
    expect(signUser(secret, { id: 'Jane', email: 'jane@example.com' })).toBe(hmac(secret, 'Jane'));
    expect(signUser(secret, { email: 'Jane@Example.com' })).toBe(
      signMembers(secret, { email: 'Jane@Example.com' }),
    );
  });

  it('is empty for an anonymous user', () => {
    expect(signUser(secret, { country: 'CA' })).toBe('');
  });

  it('is what Node.js makes, for any secret and identity', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    fc.assert(fc.property(text, text, (key, id) => expect(signUser(key, { id })).toBe(hmac(key, id))));
  });

  it('has a digest of any length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(Buffer.from(sha256(bytes))).toEqual(createHash('sha256').update(bytes).digest());
      }),
    );
  });
});

describe('the signature of members', () => {
  const vectors = JSON.parse(
    readFileSync(new URL('../../../../contract/user-signatures.json', import.meta.url), 'utf8'),
  ) as {
    secret: string;
    cases: { name: string; user: Record<string, never>; signature: string }[];
    unsignable: { name: string; user_json: string }[];
  };
  const toUser = ({ organisation_id, app_version, custom_data, ...others }: Record<string, never>) => ({
    ...others,
    ...(organisation_id !== undefined && { organisationId: organisation_id }),
    ...(app_version !== undefined && { appVersion: app_version }),
    ...(custom_data !== undefined && { customData: custom_data }),
  });

  it.each(vectors.cases)('$name', ({ user, signature }) => {
    expect(signMembers(vectors.secret, toUser(user))).toBe(signature);
  });

  it('is empty for a user without members', () => expect(signMembers(secret, {})).toBe(''));

  it.each(vectors.unsignable.filter(({ user_json }) => !user_json.includes('1e400')))(
    'is none of $name',
    ({ user_json }) => {
      const user = toUser(JSON.parse(user_json) as Record<string, never>);
      expect(() => signMembers(secret, user)).toThrow('cannot be signed');
    },
  );
});
