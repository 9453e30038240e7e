import { describe, expect, it } from '@jest/globals';
import { scryptHashes } from './hash-password.ts';
import { keyKinds, getShownKind } from '@bunting/definitions';
import {
  generateEnvironmentKey,
  generateUserSigningSecret,
  hashEnvironmentKey,
  hashSecret,
} from './hash-secret.ts';

describe('passwords', () => {
  it('verify against their own hash alone, composed or decomposed', async () => {
    const hash = await scryptHashes.hash('caf\u00E9 au lait');
    expect(await scryptHashes.verify('cafe\u0301 au lait', hash)).toBe(true);
    expect(await scryptHashes.verify('cafe au lait', hash)).toBe(false);
  });

  it('verify against a hash that better-auth 1.6.0 made', async () => {
    const hash =
      'e6e75e59c6fa73439c99e0820563f47a:543e879383bc3e6f664fe0904674ee32ad5aae363b81befead8cc6becb49c1d10a97abe50f3d2ff7fe19ba1e291d02b48c0c2dee5307e14f404533125d6cc918';
    expect(await scryptHashes.verify('correct horse battery staple', hash)).toBe(true);
  });

  it.each(['', 'x', 'a:b', '$argon2id$v=19$m=65536'])('do not verify against %j', async (hash) => {
    expect(await scryptHashes.verify('x', hash)).toBe(false);
  });
});

describe('keys and tokens', () => {
  it('are hashed with SHA-256, environment keys in lower case', () => {
    expect(hashSecret('abc')).toEqual({
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      lastFour: 'abc',
    });
    const key = '5F0C2B52-6A3C-4F2B-9D55-0A1B2C3D4E5F';
    for (const kind of ['server', 'datafile'] as const) {
      expect(hashEnvironmentKey(key, kind)).toEqual(hashSecret(key.toLowerCase()));
    }
  });

  it('of clients are hashed with a prefix, so that a release without kinds does not know them', () => {
    const key = '5F0C2B52-6A3C-8C11-9D55-0A1B2C3D4E5F';
    expect(hashEnvironmentKey(key, 'client')).toEqual(hashSecret(`client ${key.toLowerCase()}`));
  });

  it.each([
    ['server', '4'],
    ['client', '8c11'],
    ['datafile', '8da7'],
  ] as const)('of the kind %s are UUIDs whose third group begins with %s', (kind, third) => {
    const keys = Array.from({ length: 100 }, () => generateEnvironmentKey(kind));
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) {
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(key.slice(14)).toMatch(new RegExp(`^${third}`));
    }
  });

  it.each(keyKinds)('show that they are of the kind %s, in either case', (kind) => {
    const key = generateEnvironmentKey(kind);
    expect(getShownKind(key)).toBe(kind);
    expect(getShownKind(key.toUpperCase())).toBe(kind);
  });

  it('that sign users have 256 bits behind bus_', () => {
    expect(generateUserSigningSecret()).toMatch(/^bus_[0-9a-f]{64}$/);
  });
});
