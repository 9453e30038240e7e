import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@bunting/embedded-servers';
import request from 'supertest';
import { findOrCreateAccount } from '../../src/openid-connect/find-or-create-account.ts';
import { createOidcSignIn } from '../../src/openid-connect/oidc-sign-in.ts';
import { signInAtProvider, startProvider, type TestProvider } from './oidc-browser.ts';
import { organisations, password } from '../organisations.ts';
import { callsAs, getCookie } from '../people.ts';
import { signIn, startApp, type RunningApp } from '../running-app.ts';

const publicUrl = 'https://flags.acme.example';
const begin = '/settings/v1/session/oidc';

let app: RunningApp;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider(`${publicUrl}${begin}/callback`);
  app = await startApp({ document: organisations, publicUrl, oidcSignIn: signInAt(provider.issuer) });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

function signInAt(issuer: string) {
  const registration = { issuer, clientId: 'bunting', clientSecret: 'secret of bunting' };
  return createOidcSignIn({
    ...registration,
    publicUrl,
    secret: 'seals attempts in nothing but these tests',
  });
}

async function start(query = '') {
  const answer = await request(app.server).get(`${begin}${query}`).expect(303);
  return { url: new URL(answer.headers['location'] as string), browser: getCookie(answer), answer };
}

const comeBack = (back: URL, browser: { Cookie?: string }) =>
  request(app.server).get(`${begin}/callback${back.search}`).set(browser);

/** Goes through the whole sign-in as a person does. */
async function signInWithProvider(login: string) {
  const { url, browser } = await start();
  return comeBack(await signInAtProvider(url.href, login), browser);
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function withClaims(idToken: string, claims: object): string {
  const [header, payload = '', signature] = idToken.split('.');
  const stated = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return [header, encoded({ ...stated, ...claims }), signature].join('.');
}

const refusal = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];

describe('signing in at a provider', () => {
  it('begins with a redirect that carries state, nonce and a PKCE challenge', async () => {
    const { url, answer } = await start();
    expect(url.origin).toBe(provider.issuer);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${publicUrl}${begin}/callback`,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/);
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-bunting\.oidc=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('signs into the account with the verified address', async () => {
    const answer = await signInWithProvider('admin@acme.example');
    expect([answer.status, answer.headers['location']]).toEqual([303, '/settings/v1/session']);
    const who = await callsAs(app, getCookie(answer)).get('/session').expect(200);
    expect(who.body).toEqual({
      account: { email: 'admin@acme.example', name: 'admin', has_password: false },
      expires_at: expect.any(String),
      organisations: [{ slug: 'acme', name: 'Acme', role: 'admin', permissions: expect.any(Array) }],
    });
    expect((answer.headers['set-cookie'] as unknown as string[]).at(-1)).toMatch(
      /^__Host-bunting\.oidc=; Max-Age=0;/,
    );
  });

  it('ends passwords and sessions from before the address was proven, once', async () => {
    const before = await signIn(app, 'viewer@acme.example');
    const first = getCookie(await signInWithProvider('viewer@acme.example'));
    await callsAs(app, before).get('/session').expect(401);
    const guess = await callsAs(app).post('/session', { email: 'viewer@acme.example', password });
    expect(guess.status).toBe(401);
    await signInWithProvider('viewer@acme.example').then(({ status }) => expect(status).toBe(303));
    await callsAs(app, first).get('/session').expect(200);
  });

  it('redirects to the requested path, within the installation', async () => {
    const { url, browser } = await start('?return_to=/settings/v1/docs');
    const answer = await comeBack(await signInAtProvider(url.href, 'member@acme.example'), browser);
    expect(answer.headers['location']).toBe('/settings/v1/docs');
    for (const elsewhere of [
      'https://evil.example',
      '//evil.example',
      '/%5Cevil.example',
      'x',
      '/%09/evil.example',
    ]) {
      await request(app.server).get(`${begin}?return_to=${elsewhere}`).expect(400);
    }
  });
});

describe('an address that is new here', () => {
  it('is refused without an invitation', async () => {
    expect(refusal(await signInWithProvider('stranger@acme.example'))).toEqual([403, 'sign_up_closed']);
  });

  it('gets an account where there is an invitation, and becomes a member with its link', async () => {
    const admin = callsAs(app, await signIn(app, 'owner@acme.example'));
    const invited = await admin.post('/organisations/acme/members', {
      email: 'ada@acme.example',
      role: 'member',
    });
    const ada = callsAs(app, getCookie(await signInWithProvider('ada@acme.example')));
    expect((await ada.get('/session').expect(200)).body).toEqual({
      account: { email: 'ada@acme.example', name: 'ada', has_password: false },
      expires_at: expect.any(String),
      organisations: [],
    });
    const accepted = await ada.post(`/invitations/${invited.body.invitation.token}`, {}).expect(201);
    expect(accepted.body.organisations).toMatchObject([{ slug: 'acme', role: 'member' }]);
  });

  it('is refused when the provider has not verified it, even if there is an account', async () => {
    await app.pool.query(
      `INSERT INTO account (id, email) VALUES (gen_random_uuid(), 'unverified@acme.example')`,
    );
    expect(refusal(await signInWithProvider('unverified@acme.example'))).toEqual([403, 'email_not_verified']);
  });
});

describe('a person whom the provider names by', () => {
  const person = (subject: string) => ({
    issuer: 'https://id.acme.example',
    subject,
    email: 'admin@acme.example',
    isEmailVerified: true,
    name: 'Admin',
  });

  it.each([
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['5,000 characters', 'x'.repeat(5_000)],
    ['a null character', 'ad\0min'],
    ['a line break', 'admin\n'],
    ['another control character', 'admin\u0085'],
  ])('%s is refused, and nothing is kept', async (_, subject) => {
    const { rowCount: before } = await app.pool.query('SELECT FROM identity');
    const refused = findOrCreateAccount(app.pool, person(subject), 'open');
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'oidc_failed' });
    expect((await app.pool.query('SELECT FROM identity')).rowCount).toBe(before);
  });

  it('255 characters is accepted, with the name shortened to what can be stored', async () => {
    const odd = { ...person('x'.repeat(255)), email: 'odd@acme.example', name: 'Od\0d\n Name' };
    const id = await findOrCreateAccount(app.pool, odd, 'open');
    const { rows } = await app.pool.query('SELECT name FROM account WHERE id = $1', [id]);
    expect(rows).toEqual([{ name: 'Odd Name' }]);
  });

  it('300 characters gets an error after the redirect', async () => {
    const login = `${'x'.repeat(300)}@acme.example`;
    expect(refusal(await signInWithProvider(login))).toEqual([401, 'oidc_failed']);
  });
});

describe("a provider's answer is refused", () => {
  it('in another browser than the one that began', async () => {
    const { url } = await start();
    const back = await signInAtProvider(url.href, 'admin@acme.example');
    expect(refusal(await comeBack(back, {}))).toEqual([400, 'oidc_failed']);
    const forged = { Cookie: '__Host-bunting.oidc=made.up.by.some.body' };
    expect(refusal(await comeBack(back, forged))).toEqual([400, 'oidc_failed']);
  });

  it('with the state of another attempt', async () => {
    const [own, other] = [await start(), await start()];
    const back = await signInAtProvider(other.url.href, 'admin@acme.example');
    expect(refusal(await comeBack(back, own.browser))).toEqual([401, 'oidc_failed']);
  });

  it('with the code of another attempt: the PKCE verifier does not fit', async () => {
    const [own, other] = [await start(), await start()];
    const back = await signInAtProvider(other.url.href, 'admin@acme.example');
    back.searchParams.set('state', own.url.searchParams.get('state')!);
    expect(refusal(await comeBack(back, own.browser))).toEqual([401, 'oidc_failed']);
  });

  it('with another nonce in the ID token', async () => {
    const { url, browser } = await start();
    url.searchParams.set('nonce', 'the-nonce-of-somebody-else');
    const back = await signInAtProvider(url.href, 'admin@acme.example');
    expect(refusal(await comeBack(back, browser))).toEqual([401, 'oidc_failed']);
  });

  it.each([
    ["a signature that is not the provider's", (idToken: string) => `${idToken.slice(0, -8)}AAAAAAAA`],
    ['claims that were changed', (idToken: string) => withClaims(idToken, { email: 'owner@acme.example' })],
    ['no signature', (idToken: string) => `${encoded({ alg: 'none' })}.${idToken.split('.')[1]}.`],
  ])('with %s', async (_, alter) => {
    provider.alterIdTokens(alter);
    const answer = await signInWithProvider('admin@acme.example').finally(() =>
      provider.alterIdTokens(undefined),
    );
    expect(refusal(answer)).toEqual([401, 'oidc_failed']);
    const warnings = JSON.stringify(app.lines.findLast(({ level }) => level === 'warn'));
    expect(warnings).toMatch(/signature verification failed|unexpected JWT/);
    expect(warnings).not.toMatch(/eyJ/);
  });

  it('a second time', async () => {
    const { url, browser } = await start();
    const back = await signInAtProvider(url.href, 'admin@acme.example');
    expect((await comeBack(back, browser)).status).toBe(303);
    expect(refusal(await comeBack(back, browser))).toEqual([401, 'oidc_failed']);
  });

  it('when it says that the person refused', async () => {
    const { url, browser } = await start();
    const back = new URL(`${publicUrl}${begin}/callback?error=access_denied`);
    back.searchParams.set('state', url.searchParams.get('state')!);
    back.searchParams.set('iss', provider.issuer);
    const answer = await comeBack(back, browser);
    expect(refusal(answer)).toEqual([401, 'oidc_failed']);
    expect(answer.body.error).toContain('access_denied');
  });
});

describe('a browser that fails', () => {
  const html = { Accept: 'text/html,application/xhtml+xml' };

  it('is sent to the page where people sign in, with the code and the way to where it wanted to go', async () => {
    const { url, browser } = await start('?return_to=/o/acme/members');
    const back = await signInAtProvider(url.href, 'stranger@acme.example');
    const answer = await comeBack(back, browser).set(html);
    expect([answer.status, answer.headers['location']]).toEqual([
      303,
      '/sign-in?problem=sign_up_closed&return_to=%2Fo%2Facme%2Fmembers',
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const forgotten = await comeBack(back, {}).set(html);
    expect(forgotten.headers['location']).toBe('/sign-in?problem=oidc_failed');
  });

  it('also where the provider is away, and below the path of PUBLIC_URL', async () => {
    const below = await startApp({
      document: organisations,
      publicUrl: 'https://acme.example/flags',
      oidcSignIn: signInAt(`http://127.0.0.1:${await findFreePort()}`),
    });
    const ask = (query: string) => request(below.server).get(`${begin}${query}`).set(html);
    const answers = [
      await ask('?return_to=/flags/o/acme'),
      await ask('?return_to=/elsewhere'),
      await ask(''),
    ];
    await below.stop();
    expect(answers.map(({ headers }) => headers['location'] as string)).toEqual([
      '/flags/sign-in?problem=oidc_unavailable&return_to=%2Fo%2Facme',
      '/flags/sign-in?problem=oidc_unavailable',
      '/flags/sign-in?problem=oidc_unavailable',
    ]);
  });
});

describe('where there is no provider', () => {
  it('that answers, it is 503', async () => {
    const away = await startApp({
      document: organisations,
      oidcSignIn: signInAt(`http://127.0.0.1:${await findFreePort()}`),
    });
    const answer = await request(away.server).get(begin);
    await away.stop();
    expect(refusal(answer)).toEqual([503, 'oidc_unavailable']);
  });

  it('that is configured, there are no such routes', async () => {
    const none = await startApp({ document: organisations });
    await request(none.server).get(begin).expect(404);
    await request(none.server).get(`${begin}/callback`).expect(404);
    await none.stop();
  });
});
