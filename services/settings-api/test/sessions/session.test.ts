import { describe, expect, it } from '@jest/globals';
import { scryptHashes } from '@bunting/authentication';
import request from 'supertest';
import { acmeToken, organisations, password, settingsToken } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations, passwordHashes: scryptHashes });

const session = '/settings/v1/session';

const ofAdmins = [
  'read',
  'comment',
  'define',
  'serve',
  'serve-protected',
  'propose',
  'manage-projects',
  'leave',
  'manage-organisation',
  'manage-people',
  'read-receivers',
];
const permissionsOf = {
  viewer: ['read', 'comment', 'leave'],
  member: ['read', 'comment', 'define', 'serve', 'propose', 'leave', 'read-receivers'],
  admin: ofAdmins,
  owner: [...ofAdmins, 'manage-owners'],
};

describe('signing in', () => {
  it('answers who it is, and a cookie that scripts cannot read', async () => {
    const answer = await request(app.server)
      .post(session)
      .send({ email: 'Owner@Acme.example', password })
      .expect(200);
    expect(answer.body).toEqual({
      account: { email: 'owner@acme.example', name: 'owner', has_password: true },
      expires_at: expect.any(String),
      organisations: [{ slug: 'acme', name: 'Acme', role: 'owner', permissions: permissionsOf.owner }],
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
  it.each(['viewer', 'member', 'admin', 'owner'] as const)(
    'tells a %s what they may do, as the role table names it, and when the session ends',
    async (role) => {
      const own = await signIn(app, `${role}@acme.example`);
      const { body } = await request(app.server).get(session).set(own).expect(200);
      expect(body.organisations[0].permissions).toEqual(permissionsOf[role]);
      const { rows } = await app.pool.query<{ expires_at: Date }>(
        `SELECT expires_at FROM session JOIN account ON account.id = account_id
         WHERE email = $1 ORDER BY session.id DESC LIMIT 1`,
        [`${role}@acme.example`],
      );
      expect(body.expires_at).toBe(rows[0]!.expires_at.toISOString());
    },
  );

  it.each([
    [acmeToken, [] as string[]],
    [settingsToken, ['manage-people']],
  ])('is an admin of its organisation for a token, as far as its scopes allow', async (token, missing) => {
    const barred = new Set(['comment', 'leave', ...missing]);
    const ofToken = ofAdmins.filter((action) => !barred.has(action));
    const answer = await request(app.server).get(session).set('Authorization', `Bearer ${token}`).expect(200);
    expect(answer.body).toEqual({
      account: null,
      expires_at: null,
      organisations: [{ slug: 'acme', name: 'Acme', role: 'admin', permissions: ofToken }],
    });
  });

  it('is 401 for nobody', async () => {
    const { body } = await request(app.server).get(session).expect(401);
    expect(body.code).toBe('not_signed_in');
    await request(app.server).get(session).set('Cookie', 'bunting.session_token=made.up').expect(401);
  });
});
