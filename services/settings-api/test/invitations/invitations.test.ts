import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { organisations, password } from '../organisations.ts';
import { callsAs, getCookie, getProblemPaths } from '../people.ts';
import { signIn, startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let admin: ReturnType<typeof callsAs>;
let anybody: ReturnType<typeof callsAs>;
beforeAll(async () => {
  app = await startApp({ document: organisations, publicUrl: 'https://flags.acme.example' });
  admin = callsAs(app, await signIn(app, 'admin@acme.example'));
  anybody = callsAs(app);
});
afterAll(() => app.stop());

async function invite(email: string, role = 'member'): Promise<{ token: string; url: string }> {
  const { body } = await admin.post('/organisations/acme/members', { email, role }).expect(201);
  return body.invitation as { token: string; url: string };
}

const rows = async (statement: string) => (await app.pool.query(statement)).rows as unknown[];

describe('an invitation', () => {
  it('shows what it is for to anybody who has the link', async () => {
    const { token, url } = await invite('ada@acme.example', 'viewer');
    expect(url).toBe(`https://flags.acme.example/invitations/${token}`);
    const { body } = await anybody.get(`/invitations/${token}`).expect(200);
    expect(body).toEqual({
      organisation: { slug: 'acme', name: 'Acme' },
      role: 'viewer',
      email: 'ada@acme.example',
      invited_by: 'admin@acme.example',
      expires_at: expect.any(String),
      has_account: false,
    });
    const days = (Date.parse(body.expires_at as string) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect(JSON.stringify(await rows('SELECT * FROM invitation'))).not.toContain(token);
  });

  it('is accepted once, with a name and a password, and signs in', async () => {
    const { token } = await invite('grace@acme.example');
    const accepted = await anybody.post(`/invitations/${token}`, { name: 'Grace', password }).expect(201);
    expect(accepted.body).toEqual({
      account: { email: 'grace@acme.example', name: 'Grace', has_password: true },
      expires_at: expect.any(String),
      organisations: [{ slug: 'acme', name: 'Acme', role: 'member', permissions: expect.any(Array) }],
    });
    await callsAs(app, getCookie(accepted)).get('/organisations/acme').expect(200);
    await signIn(app, 'grace@acme.example');
    await anybody.get(`/invitations/${token}`).expect(404);
    await anybody.post(`/invitations/${token}`, { name: 'Grace', password }).expect(404);
  });

  it('is accepted by one of many requests at the same time', async () => {
    const { token } = await invite('race@acme.example');
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((name) => anybody.post(`/invitations/${token}`, { name, password })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of answers) expect([201, 401, 404, 409]).toContain(status);
    expect(await rows(`SELECT FROM account WHERE email = 'race@acme.example'`)).toHaveLength(1);
  });

  it('asks for what is missing', async () => {
    const { token } = await invite('missing@acme.example');
    const both = await anybody.post(`/invitations/${token}`, {}).expect(400);
    expect(getProblemPaths(both)).toEqual(['name', 'password']);
    const short = await anybody
      .post(`/invitations/${token}`, { name: 'M', password: 'too short' })
      .expect(400);
    expect(short.body.details).toEqual([
      { path: 'password', message: 'must have at least 12 characters', code: 'invalid' },
    ]);
  });

  it('is accepted only by the account of its address, signed in', async () => {
    const { token } = await invite('turing@acme.example');
    await app.pool.query(
      `INSERT INTO account (id, email, name) VALUES (gen_random_uuid(), 'turing@acme.example', 'T')`,
    );
    await app.pool.query(
      `INSERT INTO identity (id, account_id, provider_id, provider_account_id, password_hash)
       SELECT gen_random_uuid(), account.id, 'credential', account.id::text, other.password_hash
       FROM account, identity AS other WHERE account.email = 'turing@acme.example' AND other.password_hash IS NOT NULL
       LIMIT 1`,
    );
    expect((await anybody.get(`/invitations/${token}`)).body.has_account).toBe(true);
    const nobody = await anybody.post(`/invitations/${token}`, { name: 'T', password }).expect(401);
    expect(nobody.body.code).toBe('sign_in_first');
    const another = await admin.post(`/invitations/${token}`, {}).expect(403);
    expect(another.body.code).toBe('invited_another');
    const turing = callsAs(app, await signIn(app, 'turing@acme.example'));
    const { body } = await turing.post(`/invitations/${token}`, {}).expect(201);
    expect(body.organisations).toMatchObject([{ slug: 'acme', name: 'Acme', role: 'member' }]);
  });

  it('is replaced by the next one to the same address', async () => {
    const first = await invite('again@acme.example', 'viewer');
    const second = await invite('again@acme.example', 'admin');
    await anybody.get(`/invitations/${first.token}`).expect(404);
    expect((await anybody.get(`/invitations/${second.token}`).expect(200)).body.role).toBe('admin');
  });

  it('ends after a week, and when it is withdrawn', async () => {
    const old = await invite('late@acme.example');
    await app.pool.query(
      `UPDATE invitation SET expires_at = now() - interval '1 second' WHERE email = 'late@acme.example'`,
    );
    await anybody.get(`/invitations/${old.token}`).expect(404);
    await anybody.post(`/invitations/${old.token}`, { name: 'L', password }).expect(404);
    const anew = await invite('late@acme.example');
    await anybody.get(`/invitations/${anew.token}`).expect(200);
    await admin.delete('/organisations/acme/members/late@acme.example').expect(204);
    await anybody.get(`/invitations/${anew.token}`).expect(404);
  });

  it('is 404 for an unknown token', async () => {
    await anybody.get('/invitations/made-up').expect(404);
    await anybody.post('/invitations/made-up', {}).expect(404);
  });

  it('is in the audit log, without its token', async () => {
    const { token } = await invite('trace@acme.example');
    await anybody.post(`/invitations/${token}`, { name: 'Trace', password }).expect(201);
    const records = await rows(
      `SELECT action, actor, source, before, after FROM audit_record WHERE subject = 'trace@acme.example' ORDER BY id`,
    );
    expect(records).toMatchObject([
      { action: 'invitation.created', actor: 'admin@acme.example', after: { accepted: false } },
      { action: 'account.created', actor: 'trace@acme.example', source: 'session' },
      { action: 'member.created', actor: 'trace@acme.example', after: { role: 'member' } },
      { action: 'invitation.updated', before: { accepted: false }, after: { accepted: true } },
    ]);
    expect(JSON.stringify(records)).not.toContain(token);
  });
});
