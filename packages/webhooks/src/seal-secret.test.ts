import { describe, expect, it } from '@jest/globals';
import { createSealingKeys, openSecret, resealSecret, sealSecret } from './seal-secret.ts';

describe('sealed secrets', () => {
  const keys = createSealingKeys('some random text');
  const rotated = createSealingKeys('newer random text', 'some random text');
  const none = createSealingKeys();

  it('open with the key that sealed them', () => {
    const sealed = sealSecret('whsec_ü', keys);
    expect(sealed.text).not.toContain('whsec');
    expect(openSecret(sealed, keys)).toBe('whsec_ü');
    expect(sealSecret('whsec_ü', keys).text).not.toBe(sealed.text);
  });

  it('do not open with another key, without one, or changed', () => {
    const sealed = sealSecret('whsec_a', keys);
    const other = createSealingKeys('other random text');
    const bytes = Buffer.from(sealed.text, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(openSecret(sealed, other)).toBeUndefined();
    expect(openSecret({ ...sealed, keyId: other.current?.id ?? '' }, other)).toBeUndefined();
    expect(openSecret(sealed, none)).toBeUndefined();
    expect(openSecret({ ...sealed, text: bytes.toString('base64') }, keys)).toBeUndefined();
    expect(openSecret({ ...sealed, text: '' }, keys)).toBeUndefined();
  });

  it('are stored as they are without a key', () => {
    expect(sealSecret('whsec_a', none)).toEqual({ text: 'whsec_a', keyId: null });
    expect(openSecret({ text: 'whsec_a', keyId: null }, keys)).toBe('whsec_a');
  });

  it('open with the previous key while it is given, and are sealed with the current one', () => {
    const sealed = sealSecret('whsec_a', keys);
    expect(openSecret(sealed, rotated)).toBe('whsec_a');
    const resealed = resealSecret(sealed, rotated);
    expect(openSecret(resealed, createSealingKeys('newer random text'))).toBe('whsec_a');
    expect(resealSecret(resealed, rotated)).toBe(resealed);
  });

  it('are sealed when there is a key at last, and left alone when they cannot be opened', () => {
    const plain = sealSecret('whsec_a', none);
    expect(openSecret(resealSecret(plain, keys), keys)).toBe('whsec_a');
    const sealed = sealSecret('whsec_a', keys);
    expect(resealSecret(sealed, none)).toBe(sealed);
    expect(resealSecret(sealed, createSealingKeys(undefined, 'some random text'))).toBe(sealed);
    expect(resealSecret(sealed, createSealingKeys('other random text'))).toBe(sealed);
  });
});
