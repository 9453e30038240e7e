import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { FoundKey } from '@bunting/datafile';
import { createSealingKeys, sealSecret } from '@bunting/sealed-secrets';
import type { JsonObject } from '@bunting/service';
import { canonicalJson } from '@bunting/sdk-core';
import { trustedMembers } from './signed-members.ts';
import { createUserSignatures, signMembers, signUser } from './user-signatures.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../contract/user-signatures.json', import.meta.url), 'utf8'),
) as {
  readonly secret: string;
  readonly cases: readonly { name: string; user: JsonObject; text: string; signature: string }[];
  readonly unsignable: readonly { name: string; user_json: string }[];
};
const { secret } = vectors;

const environmentId = '019a0000-0000-7000-8000-00000000000a';
const sealingKeys = createSealingKeys('some random text');
const signedUsers = { secrets: [sealSecret(secret, sealingKeys, `environment ${environmentId}`)] };
const key = {
  kind: 'client',
  environment: { environmentId, access: { signedUsers } },
} as unknown as FoundKey;
const requireSignature = createUserSignatures({ sealingKeys, log: { info() {}, warn() {} } });

const idOf = (user: JsonObject) => (typeof user['id'] === 'string' ? user['id'] : undefined);
const verifies = (user: JsonObject, signature: unknown) => {
  try {
    requireSignature(key, { user, userId: idOf(user), signature });
    return true;
  } catch {
    return false;
  }
};

describe.each(vectors.cases)('the second form: $name', ({ user, text, signature }) => {
  it('signs the canonical text', () => expect(canonicalJson(user)).toBe(text));
  it('verifies', () => expect(verifies(user, signature)).toBe(true));
  it('does not depend on the order of members', () => {
    expect(verifies(Object.fromEntries(Object.entries(user).toReversed()), signature)).toBe(true);
  });
  it('does not verify with another value, or without one of its members', () => {
    for (const name of Object.keys(user)) {
      expect(verifies({ ...user, [name]: 'another' }, signature)).toBe(false);
      const { [name]: _left, ...others } = user;
      expect(verifies(others, signature)).toBe(false);
    }
  });
});

it.each(vectors.unsignable)('cannot sign $name', ({ user_json }) => {
  expect(canonicalJson(JSON.parse(user_json))).toBeUndefined();
});

describe('a signature that is none', () => {
  const digest = signMembers(secret, '{"email":"a@b.example","id":"1"}');
  const user = { id: '1', email: 'a@b.example' };

  it.each([
    `v2:email,id:${digest}`, // another order
    `v2:id,email,:${digest}`,
    `v2:id,id,email:${digest}`,
    `v2:id,email,nothing:${digest}`,
    `v2::${digest}`,
    `v2:id,email:${digest.toUpperCase()}`,
    `v2:id,email:${digest}0`,
    `v2:id:${digest}`, // names less than it signs
    `v2:id,email,country:${signMembers(secret, '{"id":"1"}')}`,
    `v3:id,email:${digest}`,
    digest,
    signUser(secret, '{"email":"a@b.example","id":"1"}'),
    `v2:id,email:${signUser(secret, '{"email":"a@b.example","id":"1"}')}`, // of the first form, for a strange id
    ['v2'],
    1,
    null,
  ])('is refused: %j', (signature) => expect(verifies(user, signature)).toBe(false));

  it('is right as it should be', () => expect(verifies(user, `v2:id,email:${digest}`)).toBe(true));

  it('of other members leaves the identity unsigned', () => {
    const ofCountry = `v2:country:${signMembers(secret, '{"country":"CA"}')}`;
    expect(verifies({ country: 'CA' }, ofCountry)).toBe(true);
    expect(verifies({ country: 'CA', id: '1' }, ofCountry)).toBe(false);
    expect(verifies({ country: 'CA', email: 'a@b.example' }, ofCountry)).toBe(false);
    expect(verifies({ country: 'US' }, ofCountry)).toBe(false);
  });
});

describe('what counts of a user where signatures are required', () => {
  const all = {
    id: '1',
    email: 'a@b.example',
    organisation_id: 'acme',
    audiences: ['staff'],
    country: 'CA',
    ip: '10.0.0.1',
    custom_data: { plan: 'gold' },
    app_version: '1.2.3',
    platform: 'web',
  };
  const ofPage = { app_version: '1.2.3', platform: 'web' };
  const digest = 'a'.repeat(64);

  it.each([
    [undefined, ofPage],
    ['nonsense', ofPage],
    [digest, { id: '1', ...ofPage }],
    [`v2:id:${digest}`, { id: '1', ...ofPage }],
    [
      `v2:id,audiences,custom_data:${digest}`,
      { id: '1', audiences: ['staff'], custom_data: { plan: 'gold' }, ...ofPage },
    ],
    [`v2:id,email,organisation_id,audiences,country,ip,app_version,platform,custom_data:${digest}`, all],
  ])('with the signature %s', (signature, expected) => {
    expect(trustedMembers(key, all, signature)).toEqual(expected);
  });

  it('is everything with other keys and without the requirement', () => {
    expect(trustedMembers({ ...key, kind: 'server' }, all, undefined)).toBe(all);
    const open = { ...key, environment: { access: {} } } as unknown as FoundKey;
    expect(trustedMembers(open, all, undefined)).toBe(all);
    for (const user of [null, undefined]) expect(trustedMembers(key, user, undefined)).toBe(user);
  });
});
