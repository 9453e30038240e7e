import { describe, expect, it } from '@jest/globals';
import { scryptHashes } from '@bunting/authentication';
import request from 'supertest';
import { acmeToken, organisations, password } from './organisations.ts';
import { signIn, useApp } from './running-app.ts';

const app = useApp({ document: organisations, passwordHashes: scryptHashes });

const session = '/settings/v1/session';

describe('signing in', () => {
  it('answers who it is, and a cookie that scripts cannot read', async () => {
    const answer = await request(app.server)
      .post(session)
      .send({ email: 'Owner@Acme.example', password })
      .expect(200);
    expect(answer.body).toEqual({
      account: { email: 'owner@acme.example', name: 'owner' },
      organisations: [{ slug: 'acme', name: 'Acme', role: 'owner' }],
    });
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    expect(cookies).toHaveLength(2);
    expect(cookies[1]).toMatch(/^bunting\.browser=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookies[0]).toMatch(
      /^bunting\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('opens a session that is found on each request, and ends with signing out', async () => {
    const viewer = await signIn(app, 'viewer@acme.example');
    const who = await request(app.server).get(session).set(viewer).expect(200);
    expect(who.body.account.email).toBe('viewer@acme.example');
    await request(app.server).delete(session).set(viewer).expect(204);
    await request(app.server).get(session).set(viewer).expect(401);
  });

  it('answers the same for an unknown account and a wrong password', async () => {
    const attempt = (body: object) => request(app.server).post(session).send(body).expect(401);
    const unknown = await attempt({ email: 'nobody@acme.example', password });
    const wrong = await attempt({ email: 'owner@acme.example', password: 'not that one at all' });
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.body.code).toBe('wrong_credentials');
  });
});

describe('who am I', () => {
  it('is an admin of its organisation for a token', async () => {
    const answer = await request(app.server)
      .get(session)
      .set('Authorization', `Bearer ${acmeToken}`)
      .expect(200);
    expect(answer.body).toEqual({
      account: null,
      organisations: [{ slug: 'acme', name: 'Acme', role: 'admin' }],
    });
  });

  it('is 401 for nobody', async () => {
    await request(app.server).get(session).expect(401);
    await request(app.server).get(session).set('Cookie', 'bunting.session_token=made.up').expect(401);
  });
});
