import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { organisations, password } from '../organisations.ts';
import { callsAs, getCookie } from '../people.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations, publicUrl: 'https://flags.acme.example' });
const credentials = { email: 'owner@acme.example', password };

describe('where PUBLIC_URL begins with https', () => {
  it('browsers accept the cookies only from this host', async () => {
    const answer = await callsAs(app).post('/session', credentials).expect(200);
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    expect(cookies).toHaveLength(2);
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-bunting.session_token',
      '__Host-bunting.browser',
    ]);
    for (const cookie of cookies) {
      const attributes = cookie.split('; ').slice(2);
      expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
    }
    const owner = callsAs(app, getCookie(answer));
    await owner.get('/session').expect(200);
    const out = await owner.delete('/session').expect(204);
    expect((out.headers['set-cookie'] as unknown as string[])[0]).toMatch(/^__Host-bunting\.session_token=;/);
    await owner.get('/session').expect(401);
  });

  it('a session cookie under another name, which another site of the domain could set, gives no access', async () => {
    const answer = await callsAs(app).post('/session', credentials).expect(200);
    const { Cookie } = getCookie(answer);
    const planted = Cookie.replaceAll('__Host-', '');
    expect(planted).toContain('bunting.session_token=');
    await callsAs(app, { Cookie: planted }).get('/session').expect(401);
  });

  it('links begin with it, whatever the request says', async () => {
    const owner = getCookie(await callsAs(app).post('/session', credentials).expect(200));
    const { body } = await request(app.server)
      .post('/settings/v1/organisations/acme/members')
      .set({ ...owner, Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' })
      .send({ email: 'ada@acme.example', role: 'viewer' })
      .expect(201);
    expect(body.invitation.url).toMatch(/^https:\/\/flags\.acme\.example\/invitations\//);
  });
});

describe('where PUBLIC_URL has a path, too', () => {
  const below = useApp({ document: organisations, publicUrl: 'https://acme.example/flags' });

  it('browsers send the cookies there alone, and accept them over TLS only; links begin with it', async () => {
    const answer = await callsAs(below).post('/session', credentials).expect(200);
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Secure-bunting.session_token',
      '__Secure-bunting.browser',
    ]);
    for (const cookie of cookies) {
      const attributes = cookie.split('; ').slice(2);
      expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/flags', 'SameSite=Lax', 'Secure']);
    }
    const owner = callsAs(below, getCookie(answer));
    const { body } = await owner
      .post('/organisations/acme/members', { email: 'ada@acme.example', role: 'viewer' })
      .expect(201);
    expect(body.invitation.url).toBe(`https://acme.example/flags/invitations/${body.invitation.token}`);
    const out = await owner.delete('/session').expect(204);
    expect((out.headers['set-cookie'] as unknown as string[])[0]).toMatch(
      /^__Secure-bunting\.session_token=; .*Path=\/flags/,
    );
    await owner.get('/session').expect(401);
  });
});

describe('a browser that has signed in', () => {
  it('can sign in while others guess, and a new one from the same network cannot', async () => {
    const known = getCookie(await callsAs(app).post('/session', credentials).expect(200));
    const wrong = { ...credentials, password: 'not the password' };
    for (let times = 0; times < 10; times += 1) await callsAs(app).post('/session', wrong).expect(401);
    await callsAs(app).post('/session', credentials).expect(429);
    await callsAs(app, known).post('/session', credentials).expect(200);
    // Its cookie says nothing about another account.
    const other = { ...credentials, email: 'admin@acme.example' };
    for (let times = 0; times < 10; times += 1) {
      await callsAs(app, known)
        .post('/session', { ...other, password: 'not the password' })
        .expect(401);
    }
    await callsAs(app, known).post('/session', other).expect(429);
    const forged = { Cookie: '__Host-bunting.browser=made.up.by.some.body' };
    await callsAs(app, forged).post('/session', credentials).expect(429);
  });
});
