import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createOidcSignIn } from '../../src/openid-connect/oidc-sign-in.ts';
import {
  clientSecret,
  startHostileProvider,
  type HostileProvider,
  type ProviderClaims,
} from './hostile-provider.ts';
import { organisations } from '../organisations.ts';
import { getCookie } from '../people.ts';
import { startApp, type RunningApp } from '../running-app.ts';

const publicUrl = 'https://flags.acme.example';
const begin = '/settings/v1/session/oidc';

let provider: HostileProvider;
let app: RunningApp;
beforeAll(async () => {
  provider = await startHostileProvider();
  const registration = { issuer: provider.issuer, clientId: 'bunting', clientSecret };
  const secret = 'seals attempts in nothing but these tests';
  app = await startApp({
    document: organisations,
    publicUrl,
    oidcSignIn: createOidcSignIn({ ...registration, publicUrl, secret }),
  });
});
afterAll(async () => {
  await app?.stop();
  await provider?.stop();
});
beforeEach(() => app.pool.query(`DELETE FROM identity WHERE provider_id LIKE 'oidc:%'`));

async function start(query = '') {
  const answer = await request(app.server).get(`${begin}${query}`).expect(303);
  const url = new URL(answer.headers['location'] as string);
  const [state, nonce] = ['state', 'nonce'].map((name) => url.searchParams.get(name)!);
  provider.expect(nonce!);
  return { state: state!, browser: getCookie(answer) };
}

const comeBack = (query: string, browser: { Cookie?: string }) =>
  request(app.server).get(`${begin}/callback${query}`).set(browser);

async function signInWhere(said: ProviderClaims) {
  const { state, browser } = await start();
  provider.say(said);
  const answer = await comeBack(`?code=c&state=${state}`, browser);
  const { code } = answer.body as { code?: string };
  const isIn = ((answer.headers['set-cookie'] ?? []) as unknown as string[]).some((cookie) =>
    cookie.startsWith('__Host-bunting.session_token='),
  );
  return [answer.status, isIn ? 'signed in' : code];
}

const refused = [401, 'oidc_failed'];
const unverified = [403, 'email_not_verified'];
const hour = () => Math.floor(Date.now() / 1000) + 3_600;

describe('the ID token of a provider', () => {
  it('signs in when it is valid', async () => {
    expect(await signInWhere({})).toEqual([303, 'signed in']);
  });

  it.each<[what: string, said: ProviderClaims]>([
    ['signed by another key', { signedWith: 'another key' }],
    ['signed with the client secret', { header: { alg: 'HS256' }, signedWith: 'the client secret' }],
    ['that says it is not signed', { header: { alg: 'none' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['without an issuer', { claims: { iss: undefined } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['for nobody', { claims: { aud: undefined } }],
    ['for several, without the one it was issued to', { claims: { aud: ['bunting', 'another'] } }],
    ['issued to another', { claims: { aud: ['bunting', 'another'], azp: 'another' } }],
    ['that has expired', { claims: { exp: 1_700_000_000 } }],
    ['that never expires', { claims: { exp: undefined } }],
    ['of tomorrow', { claims: { nbf: hour() } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['with the nonce of another attempt', { claims: { nonce: 'of another attempt' } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with a number as subject', { claims: { sub: 7 } }],
    ['with a critical extension', { header: { crit: ['x'], x: 1 } }],
  ])('%s is refused', async (_, said) => {
    expect(await signInWhere(said)).toEqual(refused);
  });
});

describe('an address', () => {
  it.each<[what: string, said: ProviderClaims]>([
    ['that is not verified', { claims: { email_verified: false } }],
    ['of which nothing is said', { claims: { email_verified: undefined } }],
    ['verified with a number', { claims: { email_verified: 1 } }],
    ['verified with a digit', { claims: { email_verified: '1' } }],
    ['verified with another word', { claims: { email_verified: 'yes' } }],
    ['verified with a list', { claims: { email_verified: ['true'] } }],
    ['verified with an object', { claims: { email_verified: { true: true } } }],
    ['that is a list', { claims: { email: ['admin@acme.example'] } }],
    ['that is two', { claims: { email: 'admin@acme.example,owner@acme.example' } }],
    [
      'that is verified elsewhere alone',
      {
        claims: { email_verified: undefined },
        userinfo: { sub: 'subject', email: 'admin@acme.example', email_verified: true },
      },
    ],
  ])('%s signs nobody in', async (_, said) => {
    expect(await signInWhere(said)).toEqual(unverified);
  });

  it.each([
    'admin@acme.example\0',
    'adm\u0130n@acme.example',
    'admin@acme.example.',
    '\u212Aadmin@acme.example',
  ])('that looks like that of an account is not it: %j', async (email) => {
    const [status, code] = await signInWhere({ claims: { email } });
    expect([403, 401]).toContain(status);
    expect(code).not.toBe('signed in');
  });

  it('with a Kelvin sign differs from the address with a k', async () => {
    await app.pool.query(
      `INSERT INTO account (id, email) VALUES (gen_random_uuid(), 'kim@acme.example') ON CONFLICT DO NOTHING`,
    );
    const [, code] = await signInWhere({ claims: { email: '\u212Aim@acme.example' } });
    expect(code).not.toBe('signed in');
  });

  it('is taken from userinfo where the ID token has none, only for the same subject', async () => {
    const userinfo = { sub: 'subject', email: 'admin@acme.example', email_verified: true };
    const claims = { email: undefined, email_verified: undefined };
    expect(await signInWhere({ claims, userinfo })).toEqual([303, 'signed in']);
    expect(await signInWhere({ claims, userinfo: { ...userinfo, sub: 'another' } })).toEqual(refused);
  });
});

describe('coming back', () => {
  it.each<[what: string, query: (state: string) => string]>([
    ['with another state', () => '?code=c&state=another'],
    ['without a state', () => '?code=c'],
    ['with an empty state', () => '?code=c&state='],
    ['with the state twice', (state) => `?code=c&state=${state}&state=${state}`],
    ['without a code', (state) => `?state=${state}`],
    ['with nothing', () => ''],
  ])('%s is refused', async (_, query) => {
    const { state, browser } = await start();
    provider.say({});
    const answer = await comeBack(query(state), browser);
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual(refused);
  });

  it('with a cookie that is garbage is refused', async () => {
    const { state } = await start();
    for (const value of ['', 'garbage', 'a.b.c', 'a.b.c.d.e', '%00', 'x'.repeat(4_000)]) {
      const answer = await comeBack(`?code=c&state=${state}`, { Cookie: `__Host-bunting.oidc=${value}` });
      expect(answer.status).toBe(400);
    }
  });

  it('an error of the provider is answered without its markup', async () => {
    const { state, browser } = await start();
    const error = encodeURIComponent('<script>alert(1)</script>');
    const answer = await comeBack(`?error=${error}&error_description=${error}&state=${state}`, browser);
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/ /evil.example',
    '.evil.example',
    '@evil.example',
    '/a\\b',
    '/é',
    '',
  ])('goes to no other host: return_to=%j', async (elsewhere) => {
    const answer = await request(app.server).get(`${begin}?return_to=${encodeURIComponent(elsewhere)}`);
    expect(answer.status).toBe(400);
  });

  it('logs no codes, tokens or secrets', () => {
    expect(JSON.stringify(app.lines)).not.toMatch(/eyJ|secret of bunting|"code":"c"/);
  });
});
