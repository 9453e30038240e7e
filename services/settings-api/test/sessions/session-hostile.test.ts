import { describe, expect, it } from '@jest/globals';
import { scryptHashes } from '@bunting/authentication';
import request from 'supertest';
import { organisations, password } from '../organisations.ts';
import { callsAs, getCookie } from '../people.ts';
import { signIn, staffToken, useApp } from '../running-app.ts';

const app = useApp({ document: organisations, passwordHashes: scryptHashes, signUp: 'open' });
const session = '/settings/v1/session';
const credentials = { email: 'admin@acme.example', password };

const who = (Cookie: string) => request(app.server).get(session).set({ Cookie });

describe('a session', () => {
  it('is a new one at each sign-in, whatever cookie the request had', async () => {
    const [one, other] = [await signIn(app, 'viewer@acme.example'), await signIn(app, 'viewer@acme.example')];
    expect(one.Cookie).not.toBe(other.Cookie);
    const answer = await request(app.server).post(session).set(one).send(credentials).expect(200);
    const opened = getCookie(answer).Cookie;
    expect([one.Cookie, other.Cookie]).not.toContain(opened);
    // The session of the sent cookie is still the viewer's.
    expect((await who(one.Cookie).expect(200)).body.account.email).toBe('viewer@acme.example');
    expect((await who(opened).expect(200)).body.account.email).toBe('admin@acme.example');
  });

  it('is refused without its signature, with another, and with that of another session', async () => {
    const [own, theirs] = [await signIn(app, 'viewer@acme.example'), await signIn(app, 'admin@acme.example')];
    const [name, value] = own.Cookie.split(/=(.*)/s);
    const [token, signature] = decodeURIComponent(value!).split(/\.(.*)/s);
    const foreign = decodeURIComponent(theirs.Cookie.split(/=(.*)/s)[1]!).split(/\.(.*)/s)[1];
    const forged = [
      token!,
      `${token}.`,
      `${token}.${signature!.slice(1)}`,
      `${token}.${'A'.repeat(43)}=`,
      `${token}.${foreign}`,
      `${token!.toUpperCase()}.${signature}`,
      `.${signature}`,
    ];
    for (const each of forged) await who(`${name}=${encodeURIComponent(each)}`).expect(401);
    await who(own.Cookie).expect(200);
  });

  it('is not opened by a form of another site, nor by another method', async () => {
    const types = [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ];
    const sites = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: '' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    const body = JSON.stringify(credentials);
    for (const type of types) {
      for (const site of sites) {
        await request(app.server)
          .post(session)
          .set({ ...site, 'Content-Type': type })
          .send(body)
          .expect(403);
      }
    }
    const admin = await signIn(app, 'admin@acme.example');
    for (const name of ['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method']) {
      await request(app.server).get(session).set(admin).set(name, 'DELETE').expect(200);
      await request(app.server)
        .post('/settings/v1/organisations/acme')
        .set(admin)
        .set(name, 'PATCH')
        .expect(405);
    }
    await request(app.server).get(`${session}?_method=DELETE`).set(admin);
    await request(app.server).get(session).set(admin).expect(200);
  });
});

describe('a body', () => {
  it('sets only the documented members', async () => {
    const anybody = callsAs(app);
    const account = { email: 'new@acme.example', name: 'New', password };
    for (const more of [{ id: '1' }, { email_verified: true }, { role: 'owner' }, { organisation: 'acme' }]) {
      await anybody.post('/accounts', { ...account, ...more }).expect(400);
      await anybody.post('/session', { ...credentials, ...more }).expect(400);
    }
    const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
    const invited = await owner
      .post('/organisations/acme/members', { email: 'guest@acme.example', role: 'viewer' })
      .expect(201);
    const path = `/invitations/${invited.body.invitation.token}`;
    for (const more of [{ role: 'owner' }, { email: 'owner@acme.example' }, { organisation: 'globex' }]) {
      await anybody.post(path, { name: 'Guest', password, ...more }).expect(400);
    }
    await anybody.post(path, { name: 'Guest', password }).expect(201);
    const { body } = await owner.get('/organisations/acme/members');
    expect((body as { items: object[] }).items).toContainEqual(
      expect.objectContaining({ email: 'guest@acme.example', role: 'viewer' }),
    );
  });

  it('of a password reset is refused with any variant of the token', async () => {
    const staff = callsAs(app, { Authorization: `Bearer ${staffToken}` });
    const opened = await staff.post('/staff/password-resets', { email: 'member@acme.example' }).expect(201);
    const token = (opened.body as { token: string }).token;
    const variants = [
      token.toUpperCase() === token ? token.toLowerCase() : token.toUpperCase(),
      `${token}=`,
      `${token}%20`,
      `%20${token}`,
      token.slice(0, -1),
      `${token}a`,
      `${token}%00`,
    ];
    for (const variant of variants) {
      const answer = await callsAs(app).post(`/password-resets/${variant}`, {
        password: 'a password of somebody else',
      });
      expect(answer.status).toBe(404);
    }
    await callsAs(app).post(`/password-resets/${token}`, { password }).expect(204);
  });
});
