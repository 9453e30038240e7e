import { beforeEach, describe, expect, it } from '@jest/globals';
import { scryptHashes } from '@bunting/authentication';
import { attemptLimits } from '../../src/framework/attempt-limits.ts';
import { organisations, password, settingsToken } from '../organisations.ts';
import { bearer, callsAs, getCookie, getProblemPaths } from '../people.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations, passwordHashes: scryptHashes });
beforeEach(() => app.redis.flushall());

const as = async (email: string) => callsAs(app, await signIn(app, email));
const newPassword = 'another horse, another battery';

interface Listed {
  id: string;
  is_current: boolean;
  user_agent: string | null;
  ip_address: string | null;
}
const sessionsOf = async (calls: ReturnType<typeof callsAs>) =>
  (await calls.get('/account/sessions?limit=200').expect(200)).body.items as Listed[];

describe('one’s own name', () => {
  it('is changed, and is in the audit log of every organisation of the person', async () => {
    const member = await as('member@acme.example');
    const { body } = await member.patch('/account', { name: 'Ada Lovelace' }).expect(200);
    expect(body).toMatchObject({ account: { email: 'member@acme.example', name: 'Ada Lovelace' } });
    expect((await member.get('/session')).body.account.name).toBe('Ada Lovelace');
    const { body: log } = await member.get('/organisations/acme/audit-log?action=account.updated&limit=1');
    expect(log.items).toMatchObject([{ actor: 'member@acme.example', after: { name: 'Ada Lovelace' } }]);
    for (const name of ['', 'x'.repeat(201)]) {
      expect(getProblemPaths(await member.patch('/account', { name }).expect(400))).toEqual(['name']);
    }
  });
});

describe('one’s own password', () => {
  it('is changed with the present one; other browsers are signed out, this one is not', async () => {
    const [own, elsewhere] = [await as('member@acme.example'), await as('member@acme.example')];
    const change = { current_password: password, new_password: newPassword };
    const answer = await own.post('/account/password', change).expect(204);
    await elsewhere.get('/session').expect(401);
    await own.get('/session').expect(401);
    await callsAs(app, getCookie(answer)).get('/session').expect(200);
    const signingIn = (given: string) =>
      callsAs(app).post('/session', { email: 'member@acme.example', password: given });
    await signingIn(password).expect(401);
    await signingIn(newPassword).expect(200);
  });

  it('is in the audit log, and the password is not', async () => {
    const viewer = await as('viewer@acme.example');
    await viewer.post('/account/password', { current_password: password, new_password: newPassword });
    const owner = await as('owner@acme.example');
    const { body } = await owner.get('/organisations/acme/audit-log?action=account.updated&limit=1');
    expect(body.items).toMatchObject([
      { actor: 'viewer@acme.example', source: 'session', subject: 'viewer@acme.example' },
    ]);
    expect(JSON.stringify([body, app.lines])).not.toContain(newPassword);
  });

  it('does not change with a wrong one, which is accepted a limited number of times', async () => {
    const admin = await as('admin@acme.example');
    const change = (current_password: string, new_password = newPassword) =>
      admin.post('/account/password', { current_password, new_password });
    for (let n = 0; n < attemptLimits.changeByAccount.points; n += 1) {
      expect((await change('not the password').expect(403)).body.code).toBe('wrong_password');
    }
    expect((await change(password).expect(429)).body.code).toBe('rate_limit_exceeded');
    await app.redis.flushall();
    expect(getProblemPaths(await change(password, 'short').expect(400))).toEqual(['new_password']);
    await admin.get('/session').expect(200);
    await signIn(app, 'admin@acme.example');
  });

  it('does not exist for an account that only signs in at a provider', async () => {
    const owner = await as('owner@globex.example');
    await app.pool.query(
      `DELETE FROM identity WHERE account_id = (SELECT id FROM account WHERE email = 'owner@globex.example')`,
    );
    const change = { current_password: password, new_password: newPassword };
    expect((await owner.post('/account/password', change).expect(409)).body.code).toBe('no_password');
  });

  it('cannot be changed by tokens, nor by pages of other sites', async () => {
    const change = { current_password: password, new_password: newPassword };
    await callsAs(app, bearer(settingsToken)).post('/account/password', change).expect(403);
    const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    // A proxy in front makes the browser send this header with every request; it is no token.
    const behindProxy = { ...evil, Authorization: 'Basic dXNlcjpwYXNzd29yZA==' };
    const cookie = await signIn(app, 'admin@acme.example');
    for (const headers of [evil, behindProxy]) {
      const asked = callsAs(app, { ...cookie, ...headers }).post('/account/password', change);
      expect((await asked.expect(403)).body.code).toBe('cross_site_request');
    }
  });
});

describe('one’s own sessions', () => {
  const email = 'admin@acme.example';
  beforeEach(() => app.pool.query('DELETE FROM session'));

  it('are listed page by page, with the address that opened each, and without the token of the session', async () => {
    const [first, second] = [await as(email), await as(email)];
    await as('owner@acme.example');
    const listed = await sessionsOf(second);
    expect(listed).toHaveLength(2);
    expect(listed.map(({ is_current }) => is_current)).toEqual([false, true]);
    expect(listed[0]).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      expires_at: expect.any(String),
      last_seen_at: null,
      ip_address: '127.0.0.1',
      user_agent: null,
      is_current: false,
    });
    const page = (await first.get('/account/sessions?limit=1').expect(200)).body;
    const next = (await first.get(`/account/sessions?limit=1&cursor=${page.next_cursor}`).expect(200)).body;
    expect([...page.items, ...next.items].map(({ id }: Listed) => id)).toEqual(listed.map(({ id }) => id));
    const { rows } = await app.pool.query<{ token: string }>('SELECT token FROM session');
    for (const { token } of rows) expect(JSON.stringify(listed)).not.toContain(token);
  });

  it('say when they were last seen, to the minute', async () => {
    const [first, , third] = [await as(email), await as(email), await as(email)];
    await first.get('/session').expect(200);
    await app.writeLastSeen();
    const listed = (await sessionsOf(third)) as unknown as { last_seen_at: string | null }[];
    expect(listed[0]!.last_seen_at).toMatch(/:00\.000Z$/);
    expect(listed[1]!.last_seen_at).toBeNull();
  });

  it('are ended one by one, only by their owner', async () => {
    const [first, second] = [await as(email), await as(email)];
    const [other] = await sessionsOf(first);
    const owner = await as('owner@acme.example');
    await owner.delete(`/account/sessions/${other!.id}`).expect(404);
    await second.delete(`/account/sessions/${other!.id}`).expect(204);
    await first.get('/session').expect(401);
    await second.get('/session').expect(200);
    await second.delete(`/account/sessions/${other!.id}`).expect(404);
    await second.delete('/account/sessions/made-up').expect(404);
  });

  it('are ended everywhere at once', async () => {
    const [first, second] = [await as(email), await as(email)];
    const owner = await as('owner@acme.example');
    const answer = await second.delete('/account/sessions').expect(204);
    expect((answer.headers['set-cookie'] as unknown as string[])[0]).toMatch(/session_token=;/);
    for (const calls of [first, second]) await calls.get('/session').expect(401);
    await owner.get('/session').expect(200);
  });
});
