import { describe, expect, it } from '@jest/globals';
import { getIdentity, userHash } from './identity.ts';

describe('getIdentity', () => {
  it('takes the id before the e-mail address', () => {
    expect(getIdentity({ userId: 'Jane', email: 'jane@example.com' })).toBe('Jane');
  });

  it('takes the e-mail address in lower case', () => {
    expect(getIdentity({ userId: undefined, email: 'Jane@Example.COM' })).toBe('jane@example.com');
  });

  it('is undefined for an anonymous user', () => {
    expect(getIdentity({ userId: undefined, email: undefined })).toBeUndefined();
    expect(getIdentity({ userId: '', email: '' })).toBeUndefined();
  });
});

describe('userHash', () => {
  it('never changes: it is stored', () => {
    expect(userHash('0199d8a0-0000-7000-8000-000000000001', 'user-1')).toBe('7630873338726656518');
  });

  it('differs for texts that UTF-8 would make one', () => {
    const hashes = ['a\0b', 'a\ufffdb', 'a\ud800b', 'a\udfffb', 'a\ufffdd800b'].map((id) =>
      userHash('shop', id),
    );
    expect(new Set(hashes).size).toBe(5);
  });

  it('is a signed number of 64 bits, different for each organisation', () => {
    const hashes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((organisation) =>
      userHash(organisation, 'ünïcödé'),
    );
    expect(new Set(hashes).size).toBe(8);
    expect(hashes.some((hash) => hash.startsWith('-'))).toBe(true);
    for (const hash of hashes) expect(BigInt.asIntN(64, BigInt(hash)).toString()).toBe(hash);
  });
});
