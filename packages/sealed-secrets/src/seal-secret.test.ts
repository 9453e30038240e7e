import { describe, expect, it } from '@jest/globals';
import { createSealingKeys, openSecret, resealSecret, sealSecret } from './seal-secret.ts';

describe('sealed secrets', () => {
  const keys = createSealingKeys('some random text');
  const rotated = createSealingKeys('newer random text', 'some random text');
  const none = createSealingKeys();
  const id = '019a0000-0000-7000-8000-00000000000a';
  const endpoint = `webhook endpoint ${id}` as const;

  it('are decrypted with the key that encrypted them', () => {
    const sealed = sealSecret('whsec_ü', keys, endpoint);
    expect(sealed.text).not.toContain('whsec');
    expect(openSecret(sealed, keys, endpoint)).toBe('whsec_ü');
    expect(sealSecret('whsec_ü', keys, endpoint).text).not.toBe(sealed.text);
  });

  it('are not decrypted with another key, without one, or when changed', () => {
    const sealed = sealSecret('whsec_a', keys, endpoint);
    const other = createSealingKeys('other random text');
    const bytes = Buffer.from(sealed.text, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(openSecret(sealed, other, endpoint)).toBeUndefined();
    expect(openSecret({ ...sealed, keyId: other.current?.id ?? '' }, other, endpoint)).toBeUndefined();
    expect(openSecret(sealed, none, endpoint)).toBeUndefined();
    expect(openSecret({ ...sealed, text: bytes.toString('base64') }, keys, endpoint)).toBeUndefined();
    expect(openSecret({ ...sealed, text: '' }, keys, endpoint)).toBeUndefined();
  });

  it('are stored unencrypted without a key', () => {
    expect(sealSecret('whsec_a', none, endpoint)).toEqual({ text: 'whsec_a', keyId: null });
    expect(openSecret({ text: 'whsec_a', keyId: null }, keys, endpoint)).toBe('whsec_a');
  });

  it('are decrypted with the previous key while it is given, and encrypted with the current one', () => {
    const sealed = sealSecret('whsec_a', keys, endpoint);
    expect(openSecret(sealed, rotated, endpoint)).toBe('whsec_a');
    const resealed = resealSecret(sealed, rotated, endpoint);
    expect(openSecret(resealed, createSealingKeys('newer random text'), endpoint)).toBe('whsec_a');
    expect(resealSecret(resealed, rotated, endpoint)).toBe(resealed);
  });

  it('are encrypted once there is a key, and unchanged if they cannot be decrypted', () => {
    const plain = sealSecret('whsec_a', none, endpoint);
    expect(openSecret(resealSecret(plain, keys, endpoint), keys, endpoint)).toBe('whsec_a');
    const sealed = sealSecret('whsec_a', keys, endpoint);
    expect(resealSecret(sealed, none, endpoint)).toBe(sealed);
    expect(resealSecret(sealed, createSealingKeys(undefined, 'some random text'), endpoint)).toBe(sealed);
    expect(resealSecret(sealed, createSealingKeys('other random text'), endpoint)).toBe(sealed);
  });

  it('are not decrypted for another endpoint, nor for an environment', () => {
    const sealed = sealSecret('whsec_a', keys, endpoint);
    expect(openSecret(sealed, keys, `webhook endpoint ${id.replace(/a$/, 'b')}`)).toBeUndefined();
    expect(openSecret(sealed, keys, `environment ${id}`)).toBeUndefined();
    expect(openSecret(sealed, keys, `webhook endpoint ${id.toUpperCase()}`)).toBe('whsec_a');
  });

  it('of a release that did not bind them are decrypted, and bound when they are encrypted again', () => {
    // Encrypted by release 0.1.0 with these keys.
    const old = { text: 'AAECAwQFBgcICQoLJkO/9L70ibN4lIB1M0PPA3BEvYoKuUA/5WiofA==', keyId: keys.current!.id };
    expect(openSecret(old, keys, endpoint)).toBe('whsec_of_old');
    const resealed = resealSecret(old, keys, endpoint);
    expect(openSecret(resealed, keys, endpoint)).toBe('whsec_of_old');
    expect(openSecret(resealed, keys, 'webhook endpoint another')).toBeUndefined();
    expect(resealSecret(resealed, keys, endpoint)).toBe(resealed);
  });
});
