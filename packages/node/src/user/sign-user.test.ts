import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sha256 } from './sha256.ts';
import { signUser } from './sign-user.ts';

const secret = `bus_${'0123456789abcdef'.repeat(4)}`;
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

describe('the signature of a user', () => {
  it('is that of the id, else of the e-mail address in lower case', () => {
    expect(signUser(secret, { id: 'Jane', email: 'jane@example.com' })).toBe(hmac(secret, 'Jane'));
    expect(signUser(secret, { email: 'Jane@Example.com' })).toBe(hmac(secret, 'jane@example.com'));
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
