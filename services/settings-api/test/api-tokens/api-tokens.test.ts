import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acmeToken, organisations } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { signIn, startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let admin: ReturnType<typeof callsAs>;
let viewer: ReturnType<typeof callsAs>;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  admin = callsAs(app, await signIn(app, 'admin@acme.example'));
  viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
});
afterAll(() => app.stop());

const tokens = '/organisations/acme/api-tokens';

const make = async (scopes: string[] = ['settings'], name = 'ci') => {
  const { body } = await admin.post(tokens, { name, scopes }).expect(201);
  return body as { id: string; token: string; last_four: string };
};

describe('an organisation token', () => {
  it('is shown once, and listed with its name and last characters', async () => {
    const made = await make(['code_references'], 'refs');
    expect(made).toEqual({
      id: expect.any(String),
      name: 'refs',
      token: expect.stringMatching(/^rpa_[\w-]{43}$/),
      last_four: made.token.slice(-4),
      scopes: ['code_references'],
      role: null,
      created_by: 'admin@acme.example',
      created_by_left: false,
      created_at: expect.any(String),
      last_used_at: null,
      revoked_at: null,
    });
    const { token, ...listed } = made;
    const list = await viewer.get(tokens).expect(200);
    expect(list.body.items).toContainEqual(listed);
    expect(list.text).not.toContain(token);
    const { rows } = await app.pool.query<object>('SELECT * FROM api_token');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('says when it was last used', async () => {
    const { id } = await make();
    const usedAt = '2026-11-22T10:05:00.000Z';
    await app.pool.query('UPDATE api_token SET last_used_at = $2 WHERE id = $1', [id, usedAt]);
    const { body } = await viewer.get(tokens).expect(200);
    expect(body.items).toContainEqual(expect.objectContaining({ id, last_used_at: usedAt }));
  });

  it('acts as an admin, in the name of its maker', async () => {
    const scripted = callsAs(app, bearer((await make()).token));
    await scripted.patch('/organisations/acme', { name: 'Acme Inc.' }).expect(200);
    const { body } = await viewer.get('/organisations/acme/audit-log?limit=1').expect(200);
    expect(body.items).toMatchObject([
      {
        actor: 'admin@acme.example',
        source: 'api_token',
        action: 'organisation.updated',
        before: { name: 'Acme' },
        after: { name: 'Acme Inc.' },
      },
    ]);
  });

  it('makes tokens that have the same maker', async () => {
    const scripted = callsAs(app, bearer(acmeToken));
    const { body } = await scripted.post(tokens, { name: 'by a script', scopes: ['settings'] }).expect(201);
    expect(body.created_by).toBe('owner@acme.example');
  });

  it('gives no access without the scope settings, nor to other organisations', async () => {
    const refs = callsAs(app, bearer((await make(['code_references'])).token));
    await refs.get('/organisations/acme').expect(401);
    const scripted = callsAs(app, bearer((await make()).token));
    await scripted.get('/organisations/globex').expect(404);
    await scripted.post('/organisations', { slug: 'more' }).expect(403);
  });

  it('is refused at once when it is revoked, and can be revoked twice', async () => {
    const { id, token } = await make();
    await callsAs(app, bearer(token)).get('/session').expect(200);
    await admin.delete(`${tokens}/${id.toUpperCase()}`).expect(204);
    await callsAs(app, bearer(token)).get('/session').expect(401);
    const before = await viewer.get(tokens);
    await admin.delete(`${tokens}/${id}`).expect(204);
    expect((await viewer.get(tokens)).body).toEqual(before.body);
    await admin.delete(`${tokens}/never-there`).expect(404);
  });

  it('of another organisation cannot be revoked', async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      `SELECT api_token.id FROM api_token JOIN organisation ON organisation.id = organisation_id WHERE slug = 'globex'`,
    );
    await admin.delete(`${tokens}/${rows[0]!.id}`).expect(404);
  });

  it('stays valid when its maker leaves', async () => {
    const invited = await admin
      .post('/organisations/acme/members', { email: 'owner@globex.example', role: 'admin' })
      .expect(201);
    const passing = callsAs(app, await signIn(app, 'owner@globex.example'));
    await passing.post(`/invitations/${invited.body.invitation.token}`, {}).expect(201);
    const { body } = await passing.post(tokens, { name: 'left behind', scopes: ['settings'] }).expect(201);
    await passing.delete('/organisations/acme/members/owner@globex.example').expect(204);
    const scripted = callsAs(app, bearer(body.token as string));
    await scripted.get('/organisations/acme').expect(200);
    const list = await viewer.get(`${tokens}?limit=200`);
    expect(list.body.items).toContainEqual(
      expect.objectContaining({
        name: 'left behind',
        created_by: 'owner@globex.example',
        created_by_left: true,
      }),
    );
  });

  it('is listed page by page', async () => {
    const all = (await viewer.get(`${tokens}?limit=200`)).body.items as { id: string }[];
    const read: { id: string }[] = [];
    let cursor = '';
    do {
      const { body } = await viewer.get(`${tokens}?limit=2${cursor}`).expect(200);
      read.push(...(body.items as { id: string }[]));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    expect(read).toEqual(all);
  });

  it.each([
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['settings', 'settings'] }, 'scopes'],
    [{ name: 'x', scopes: ['everything'] }, 'scopes[0]'],
    [{ name: '', scopes: ['settings'] }, 'name'],
    [{ name: 'x', scopes: ['settings'], role: 'owner' }, 'role'],
    [{ name: 'x', scopes: ['code_references'], role: 'viewer' }, 'role'],
    [{ name: 'x', scopes: ['settings', 'members'], role: 'member' }, 'role'],
  ])('%j is refused', async (body, path) => {
    const { details } = (await admin.post(tokens, body).expect(400)).body;
    expect(details).toMatchObject([{ path }]);
  });
});
