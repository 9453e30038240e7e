/** Decisions of people after the first start of the demo, and checks that a later start respects them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Ask } from './ask.ts';
import { demo } from './demo.ts';

const ownPassword = 'a horse, a battery, a staple';
const acme = '/settings/v1/organisations/acme';
const features = `${acme}/projects/shop/features`;
const production = `${acme}/projects/shop/environments/production`;

type Headers = Record<string, string>;

async function signIn(ask: Ask, password: string): Promise<{ status: number; headers: Headers }> {
  const { status, headers } = await ask('POST', '/settings/v1/session', {}, { email: demo.email, password });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { status, headers: { Cookie: cookie } };
}

/** Returns the id of the first item of a list that has the last four characters of the secret. */
async function idOf(ask: Ask, path: string, headers: Headers, secret: string): Promise<string> {
  const { text } = await ask('GET', path, headers);
  const list = Object.values(JSON.parse(text) as object).find(Array.isArray) as {
    id: string;
    last_four: string;
  }[];
  return list.find(({ last_four: lastFour }) => secret.endsWith(lastFour))!.id;
}

/** Changes the password by a link of the staff, revokes the token and the key that everybody knows, and renames a feature. */
export async function decide(ask: Ask, dataDir: string): Promise<void> {
  const kept = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Headers;
  const staff = { Authorization: `Bearer ${kept['STAFF_API_TOKEN']}` };
  const made = await ask('POST', '/settings/v1/staff/password-resets', staff, { email: demo.email });
  const { token } = JSON.parse(made.text) as { token: string };
  const link = `/settings/v1/password-resets/${token}`;
  expect((await ask('POST', link, {}, { password: ownPassword })).status).toBe(204);
  const { headers } = await signIn(ask, ownPassword);
  const tokenId = await idOf(ask, `${acme}/api-tokens`, headers, demo.token);
  expect((await ask('DELETE', `${acme}/api-tokens/${tokenId}`, headers)).status).toBe(204);
  const keyId = await idOf(ask, `${production}/api-keys`, headers, demo.environmentKey);
  expect((await ask('DELETE', `${production}/api-keys/${keyId}`, headers)).status).toBe(204);
  expect((await ask('PATCH', `${features}/checkout`, headers, { name: 'By hand' })).status).toBe(200);
}

/** Returns the answers to the key, the token and both passwords. */
export async function statuses(ask: Ask) {
  const key = { 'X-API-Key': demo.environmentKey };
  const token = { Authorization: `Bearer ${demo.token}` };
  return {
    key: (await ask('POST', '/v1/variables/banner-text', key, { user: { id: 'u' } })).status,
    token: (await ask('GET', `${acme}/projects`, token)).status,
    publishedPassword: (await signIn(ask, demo.password)).status,
    ownPassword: (await signIn(ask, ownPassword)).status,
  };
}

export const asPublished = { key: 200, token: 200, publishedPassword: 200, ownPassword: 401 };
export const asDecided = { key: 401, token: 401, publishedPassword: 401, ownPassword: 200 };

/** Reads the JSON text of a feature of the demo as its owner, who has her own password. */
export async function readFeature(ask: Ask, slug: string): Promise<string> {
  const { headers } = await signIn(ask, ownPassword);
  return (await ask('GET', `${features}/${slug}`, headers)).text;
}
