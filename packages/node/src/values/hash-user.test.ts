import type { User } from '@bunting/sdk-core';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { toWireUser } from '../user/read-user.ts';
import { hashUser } from './hash-user.ts';

const { vectors } = JSON.parse(
  readFileSync(new URL('../../../../contract/clients/user-hashes.json', import.meta.url), 'utf8'),
) as { vectors: { name: string; user: User | null; user_hash: string }[] };

it.each(vectors)('the hash of the user: $name', ({ user, user_hash }) => {
  expect(hashUser(toWireUser(user))).toBe(user_hash);
});

it.each([7, 'x', null, [], { anonymous_id: { a: 1 } }])('custom data %j throws nothing', (customData) => {
  expect(hashUser(toWireUser({ customData: customData as never }))).toMatch(/^-?\d+\.\d+$/);
});
