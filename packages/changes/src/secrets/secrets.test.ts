import { describe, expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { hashEnvironmentKey, hashSecret } from './hash-secret.ts';
import { createSealingKey, openSecret, sealSecret } from './seal-secret.ts';

describe('passwords', () => {
  it('verify against their own hash alone, composed or decomposed', async () => {
    const hash = await hashPassword('caf\u00E9 au lait');
    expect(await verifyPassword('cafe\u0301 au lait', hash)).toBe(true);
    expect(await verifyPassword('cafe au lait', hash)).toBe(false);
  });

  it('verify against a hash that better-auth 1.6.0 made', async () => {
    const hash =
      'e6e75e59c6fa73439c99e0820563f47a:543e879383bc3e6f664fe0904674ee32ad5aae363b81befead8cc6becb49c1d10a97abe50f3d2ff7fe19ba1e291d02b48c0c2dee5307e14f404533125d6cc918';
    expect(await verifyPassword('correct horse battery staple', hash)).toBe(true);
  });

  it.each(['', 'x', 'a:b', '$argon2id$v=19$m=65536'])('do not verify against %j', async (hash) => {
    expect(await verifyPassword('x', hash)).toBe(false);
  });
});

describe('keys and tokens', () => {
  it('are hashed with SHA-256, environment keys in lower case', () => {
    expect(hashSecret('abc')).toEqual({
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      lastFour: 'abc',
    });
    const key = '5F0C2B52-6A3C-4F2B-9D55-0A1B2C3D4E5F';
    expect(hashEnvironmentKey(key)).toEqual(hashSecret(key.toLowerCase()));
  });
});

describe('sealed secrets', () => {
  const key = createSealingKey('some random text');

  it('open with the key that sealed them', () => {
    const sealed = sealSecret('whsec_ü', key);
    expect(sealed.text).not.toContain('whsec');
    expect(openSecret(sealed, key)).toBe('whsec_ü');
    expect(sealSecret('whsec_ü', key).text).not.toBe(sealed.text);
  });

  it('do not open with another key, without one, or changed', () => {
    const sealed = sealSecret('whsec_a', key);
    const other = createSealingKey('other random text');
    const bytes = Buffer.from(sealed.text, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(openSecret(sealed, other)).toBeUndefined();
    expect(openSecret({ ...sealed, keyId: other.id }, other)).toBeUndefined();
    expect(openSecret(sealed, undefined)).toBeUndefined();
    expect(openSecret({ ...sealed, text: bytes.toString('base64') }, key)).toBeUndefined();
    expect(openSecret({ ...sealed, text: '' }, key)).toBeUndefined();
  });

  it('are stored as they are without a key', () => {
    expect(sealSecret('whsec_a', undefined)).toEqual({ text: 'whsec_a', keyId: null });
    expect(openSecret({ text: 'whsec_a', keyId: null }, key)).toBe('whsec_a');
  });
});
