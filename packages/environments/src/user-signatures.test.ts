import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { FoundKey } from '@bunting/datafile';
import { createSealingKeys, sealSecret, type SealedSecret } from '@bunting/sealed-secrets';
import { createUserSignatures, signMembers, signUser } from './user-signatures.ts';

const id = '019a0000-0000-7000-8000-00000000000a';
const sealingKeys = createSealingKeys('some random text');
const seal = (secret: string, environmentId = id) =>
  sealSecret(secret, sealingKeys, `environment ${environmentId}`);

function keyWith(secrets: readonly SealedSecret[] | undefined, kind: FoundKey['kind'] = 'client'): FoundKey {
  const signedUsers = secrets && { secrets };
  return { kind, environment: { environmentId: id, access: { signedUsers } } } as unknown as FoundKey;
}

const ofId = (userId: string, signature: unknown) => ({ user: { id: userId }, userId, signature });

function signatures() {
  const warnings: object[] = [];
  const log = { info() {}, warn: (facts: object) => void warnings.push(facts) };
  return { warnings, require: createUserSignatures({ sealingKeys, log }) };
}

describe('the signature of a user', () => {
  it('is the HMAC-SHA256 of the identity under the whole secret', () => {
    expect(signUser('bus_a', 'ü@acme.example')).toBe(
      createHmac('sha256', Buffer.from('bus_a')).update(Buffer.from('ü@acme.example')).digest('hex'),
    );
  });

  it('verifies under each secret of the environment', () => {
    const key = keyWith([seal('bus_new'), seal('bus_old')]);
    const { require } = signatures();
    for (const secret of ['bus_new', 'bus_old']) {
      expect(() => require(key, ofId('a', signUser(secret, 'a')))).not.toThrow();
    }
    expect(() => require(key, ofId('a', signUser('bus_older', 'a')))).toThrow('user signature');
  });

  it('is not asked for where none is required, of anonymous users, and of other keys', () => {
    const { require } = signatures();
    expect(() => require(keyWith(undefined), ofId('a', undefined))).not.toThrow();
    for (const user of [undefined, null, {}, { id: '' }, { audiences: ['beta'] }]) {
      expect(() => require(keyWith([]), { user, userId: undefined, signature: undefined })).not.toThrow();
    }
    expect(() => require(keyWith([], 'server'), ofId('a', undefined))).not.toThrow();
    expect(() => require(keyWith([], 'datafile'), ofId('a', undefined))).not.toThrow();
  });

  it('never verifies for an identity with half of a surrogate pair, which UTF-8 cannot tell from another', () => {
    const key = keyWith([seal('bus_a')]);
    const { require } = signatures();
    expect(signUser('bus_a', 'a\ud800')).toBe(signUser('bus_a', 'a\ufffd'));
    expect(() => require(key, ofId('a\ufffd', signUser('bus_a', 'a\ufffd')))).not.toThrow();
    expect(() => require(key, ofId('a\0', signUser('bus_a', 'a\0')))).not.toThrow();
    for (const identity of ['a\ud800', 'a\udfff']) {
      expect(() => require(key, ofId(identity, signUser('bus_a', 'a\ufffd')))).toThrow('user signature');
    }
  });

  it('of the first form is for ids alone: an address and an id are two spaces', () => {
    const key = keyWith([seal('bus_a')]);
    const { require } = signatures();
    const signature = signUser('bus_a', 'jane@acme.example');
    const user = { email: 'jane@acme.example' };
    expect(() => require(key, { user, userId: undefined, signature })).toThrow('user signature');
    const ofAddress = `v2:email:${signMembers('bus_a', '{"email":"jane@acme.example"}')}`;
    expect(() => require(key, { user, userId: undefined, signature: ofAddress })).not.toThrow();
    expect(() => require(key, ofId('jane@acme.example', ofAddress))).toThrow('user signature');
  });

  it('never verifies where there is no secret, or none that can be decrypted, which is told once', () => {
    const { require, warnings } = signatures();
    expect(() => require(keyWith([]), ofId('a', signUser('', 'a')))).toThrow('user signature');
    expect(warnings).toEqual([]);
    const key = keyWith([seal('bus_a', '019a0000-0000-7000-8000-00000000000b')]);
    for (let n = 0; n < 3; n += 1) {
      expect(() => require(key, ofId('a', signUser('bus_a', 'a')))).toThrow('user signature');
    }
    expect(warnings).toEqual([{ environment: id }]);
  });
});
