import { beforeEach, describe, expect, it } from '@jest/globals';
import { hashSecret } from '@bunting/authentication';
import { attemptLimits } from '../../src/framework/attempt-limits.ts';
import { organisations, password } from '../organisations.ts';
import { bearer, callsAs, getProblemPaths, getStatuses } from '../people.ts';
import { signIn, staffToken, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const staff = callsAs(app, bearer(staffToken));
const anybody = callsAs(app);

const email = 'admin@acme.example';
const newPassword = 'another horse, another battery';
beforeEach(async () => {
  await app.pool.query('DELETE FROM verification');
  await app.redis.flushall();
});

async function open(address = email): Promise<{ token: string; url: string; expires_at: string }> {
  const { body } = await staff.post('/staff/password-resets', { email: address }).expect(201);
  return body as Awaited<ReturnType<typeof open>>;
}

const canSignIn = async (withPassword: string, address = email) =>
  (await anybody.post('/session', { email: address, password: withPassword })).status === 200;

const unknown = { error: 'This link is invalid, already used or expired.', code: 'not_found' };

describe('a password reset', () => {
  it('is created by staff for an account, and valid for an hour', async () => {
    const before = Date.now();
    const { token, url, expires_at } = await open('Admin@Acme.example');
    expect(url).toMatch(new RegExp(`^http://[^/]+/password-resets/${token}$`));
    expect(token.length).toBeGreaterThan(40);
    const lifetimeMs = Date.parse(expires_at) - before;
    expect(Math.round(lifetimeMs / 60_000)).toBe(60);
    const { body } = await anybody.get(`/password-resets/${token}`).expect(200);
    expect(body).toEqual({ email, expires_at });

    const { body: missing } = await staff
      .post('/staff/password-resets', { email: 'nobody@acme.example' })
      .expect(404);
    expect(missing).toEqual({
      error: 'There is no account "nobody@acme.example".',
      code: 'not_found',
      resource: { kind: 'account', slug: 'nobody@acme.example' },
    });
    expect(getProblemPaths(await staff.post('/staff/password-resets', { email: 'x' }).expect(400))).toEqual([
      'email',
    ]);
  });

  it('stores its token nowhere, also not in the log', async () => {
    const { token } = await open();
    const { rows } = await app.pool.query<{ identifier: string }>('SELECT identifier FROM verification');
    expect(rows).toEqual([{ identifier: `password-reset:${hashSecret(token).hash}` }]);
    await anybody.get(`/password-resets/${token}`).expect(200);
    expect(JSON.stringify(app.lines)).not.toContain(token);
  });

  it('sets the password once, and ends all sessions', async () => {
    const address = 'viewer@acme.example';
    const sessions = [await signIn(app, address), await signIn(app, address)];
    const { token } = await open(address);
    await anybody.post(`/password-resets/${token}`, { password: newPassword }).expect(204);
    for (const session of sessions) await callsAs(app, session).get('/session').expect(401);
    expect(await canSignIn(password, address)).toBe(false);
    expect(await canSignIn(newPassword, address)).toBe(true);
    const { body } = await anybody.post(`/password-resets/${token}`, { password: newPassword }).expect(404);
    expect(body).toEqual(unknown);
  });

  it('answers the same for a token that is unknown, used, replaced or past its time', async () => {
    const [replaced, used] = [await open(), await open()];
    await anybody.post(`/password-resets/${used.token}`, { password }).expect(204);
    const past = await open('owner@acme.example');
    await app.pool.query(`UPDATE verification SET expires_at = now() - interval '1 second'`);
    for (const token of [replaced.token, used.token, past.token, 'unheard-of', '%F0%9F%98%80']) {
      const read = await anybody.get(`/password-resets/${token}`);
      expect([read.status, read.body]).toEqual([404, unknown]);
      const set = await anybody.post(`/password-resets/${token}`, { password: newPassword });
      expect([set.status, set.body]).toEqual([404, unknown]);
    }
    expect(await canSignIn(newPassword)).toBe(false);
  });

  it('is not used up by a password that is too short', async () => {
    const { token } = await open();
    const refused = await anybody.post(`/password-resets/${token}`, { password: 'short' }).expect(400);
    expect(getProblemPaths(refused)).toEqual(['password']);
    await anybody.post(`/password-resets/${token}`, { password }).expect(204);
  });

  it('works for one of several simultaneous requests', async () => {
    const { token } = await open();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => anybody.post(`/password-resets/${token}`, { password })),
    );
    // The others arrive while it is being used, or afterwards.
    const [used, ...others] = getStatuses(answers);
    expect(used).toBe(204);
    for (const status of others) expect([404, 409]).toContain(status);
  });

  it('is in the audit log of every organisation that the person is a member of', async () => {
    const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
    await app.pool.query(
      `INSERT INTO member (id, organisation_id, account_id, role)
       SELECT gen_random_uuid(), organisation.id, account.id, 'viewer' FROM organisation, account
       WHERE organisation.slug = 'globex' AND account.email = $1`,
      [email],
    );
    const { token } = await open();
    await anybody.post(`/password-resets/${token}`, { password: newPassword }).expect(204);
    const { rows } = await app.pool.query(
      `SELECT organisation.slug, actor, source, action, subject FROM audit_record
       JOIN organisation ON organisation.id = organisation_id
       WHERE action IN ('password_reset.created', 'account.updated') ORDER BY audit_record.id DESC LIMIT 4`,
    );
    const record = (slug: string, action: string, actor: string, source: string) =>
      expect.objectContaining({ slug, action, actor, source, subject: email });
    expect(rows).toHaveLength(4);
    for (const slug of ['acme', 'globex']) {
      expect(rows).toContainEqual(record(slug, 'password_reset.created', 'staff', 'staff'));
      expect(rows).toContainEqual(record(slug, 'account.updated', email, 'session'));
    }
    const { body } = await owner.get('/organisations/acme/audit-log?action=password_reset.created&limit=1');
    expect(JSON.stringify(body)).toContain(email);
    expect(JSON.stringify(body)).not.toContain(hashSecret(token).hash);
  });

  it('may be guessed a limited number of times', async () => {
    const { token } = await open();
    const { points } = attemptLimits.resetByAddress;
    for (let n = 0; n < points; n += 1) await anybody.get(`/password-resets/guess-${n}`).expect(404);
    const { body, headers } = await anybody.post(`/password-resets/${token}`, { password }).expect(429);
    expect(body).toMatchObject({ code: 'rate_limit_exceeded' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});
