import { beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { acmeToken, organisations, password, settingsToken } from '../organisations.ts';
import { bearer, callsAs, getProblemPaths } from '../people.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
beforeEach(() => app.redis.flushall());

const acme = '/organisations/acme';
const tokens = `${acme}/api-tokens`;
const members = `${acme}/members`;
const settings = callsAs(app, bearer(settingsToken));
const people = callsAs(app, bearer(acmeToken));
const anybody = callsAs(app);
const as = async (email: string) => callsAs(app, await signIn(app, email));

describe('a token without the scope members', () => {
  it('makes no tokens, members or roles', async () => {
    for (const asked of [
      settings.post(tokens, { name: 'more', scopes: ['settings'] }),
      settings.post(members, { email: 'x@acme.example', role: 'viewer' }),
      settings.patch(`${members}/viewer@acme.example`, { role: 'admin' }),
    ]) {
      const { body } = await asked.expect(403);
      expect(body).toEqual({
        error: 'This requires an organisation token with the "members" scope.',
        code: 'scope_insufficient',
      });
    }
  });

  it('does everything else as before the scope existed', async () => {
    await settings.get(members).expect(200);
    await settings.get(tokens).expect(200);
    await settings.patch(acme, { name: 'Acme' }).expect(200);
    await people.post(members, { email: 'gone@acme.example', role: 'viewer' }).expect(201);
    await settings.delete(`${members}/gone@acme.example`).expect(204);
    const { body } = await people.post(tokens, { name: 'gone', scopes: ['settings'] }).expect(201);
    await settings.delete(`${tokens}/${body.id}`).expect(204);
  });
});

describe('a token with the scope members', () => {
  it('cannot give a scope that it does not have', async () => {
    const { body } = await people
      .post(tokens, { name: 'x', scopes: ['settings', 'code_references'] })
      .expect(403);
    expect(body).toMatchObject({
      code: 'scope_insufficient',
      error: expect.stringContaining('code_references'),
    });
    const admin = await as('admin@acme.example');
    const refused = await admin.post(tokens, { name: 'x', scopes: ['members'] }).expect(400);
    expect(getProblemPaths(refused)).toEqual(['scopes']);
  });

  it('ends everything that it made when it is revoked: tokens of tokens too, and open invitations', async () => {
    const admin = await as('admin@acme.example');
    const scopes = ['settings', 'members'];
    const made: { id: string; token: string }[] = [];
    let maker = admin;
    for (const name of ['first', 'second', 'third']) {
      const { body } = await maker.post(tokens, { name, scopes }).expect(201);
      made.push(body as { id: string; token: string });
      maker = callsAs(app, bearer(body.token as string));
    }
    const beside = (await admin.post(tokens, { name: 'beside', scopes }).expect(201)).body as {
      token: string;
    };
    const open = (await maker.post(members, { email: 'open@acme.example', role: 'viewer' })).body.invitation;
    const taken = (await maker.post(members, { email: 'taken@acme.example', role: 'viewer' })).body
      .invitation;
    const own = (await admin.post(members, { email: 'mine@acme.example', role: 'viewer' })).body.invitation;
    await anybody.post(`/invitations/${taken.token}`, { name: 'T', password }).expect(201);

    await admin.delete(`${tokens}/${made[0]!.id}`).expect(204);
    for (const { token } of made) await callsAs(app, bearer(token)).get('/session').expect(401);
    await callsAs(app, bearer(beside.token)).get('/session').expect(200);
    await anybody.get(`/invitations/${open.token}`).expect(404);
    await anybody.get(`/invitations/${own.token}`).expect(200);
    await as('taken@acme.example').then((calls) => calls.get(acme).expect(200));
    const { body } = await admin.get(`${acme}/audit-log?limit=4`).expect(200);
    expect((body.items as { action: string }[]).map(({ action }) => action)).toEqual([
      'invitation.deleted',
      ...['third', 'second', 'first'].map(() => 'api_token.updated'),
    ]);
  });
});

describe('a token with a role', () => {
  it('is an admin unless the request says otherwise', async () => {
    const admin = await as('admin@acme.example');
    const { body } = await admin.post(tokens, { name: 'default', scopes: ['settings'] }).expect(201);
    expect(body).toMatchObject({ scopes: ['settings'], role: 'admin' });
  });

  it('reads as a viewer, changes nothing, and says what it may do', async () => {
    const scopes = ['code_references', 'settings'];
    const admin = await as('admin@acme.example');
    const { body } = await admin.post(tokens, { name: 'reads', scopes, role: 'viewer' }).expect(201);
    expect(body).toMatchObject({ scopes, role: 'viewer' });
    const reader = callsAs(app, bearer(body.token as string));
    await reader.get(`${acme}/projects/web/features`).expect(200);
    await reader.get(`${acme}/projects/web/advice`).expect(200);
    const refused = await reader.patch(acme, { name: 'Other' }).expect(403);
    expect(refused.body.code).toBe('role_insufficient');
    const session = await reader.get('/session').expect(200);
    expect(session.body.organisations).toMatchObject([{ role: 'viewer', permissions: ['read'] }]);
    const listed = await reader.get('/organisations').expect(200);
    expect(listed.body.items).toMatchObject([{ slug: 'acme', role: 'viewer' }]);
  });

  it('is stored so that a release without roles of tokens refuses it', async () => {
    const { rows } = await app.pool.query<{ name: string; scopes: string[] }>(
      `SELECT name, scopes FROM api_token WHERE name IN ('reports', 'editor', 'gitops') ORDER BY name`,
    );
    expect(rows.filter(({ scopes }) => scopes.includes('settings')).map(({ name }) => name)).toEqual([
      'gitops',
      'gitops',
    ]);
  });

  it('has its role in the audit log', async () => {
    const { body } = await (await as('owner@acme.example')).get(`${acme}/audit-log?text=reads`).expect(200);
    expect(body.items).toMatchObject([{ action: 'api_token.created', after: { role: 'viewer' } }]);
  });

  it('keeps it when a document does not name it, and gets the one that the document names', async () => {
    const apply = (more: object) =>
      applyDocument(app, {
        organisations: [
          {
            slug: 'acme',
            plan: 'business',
            api_tokens: [{ name: 'reports', scopes: ['settings'], ...more }],
          },
        ],
      });
    const readRole = async () => {
      const { body } = await settings.get(`${tokens}?limit=200`).expect(200);
      return (body.items as { name: string; role: string }[]).find(({ name }) => name === 'reports')?.role;
    };
    await apply({});
    expect(await readRole()).toBe('viewer');
    await apply({ role: 'admin' });
    expect(await readRole()).toBe('admin');
    await apply({ role: 'viewer' });
    expect(await readRole()).toBe('viewer');
  });

  it('is refused in a document with the scope members', async () => {
    const token = { name: 'x', scopes: ['settings', 'members'], role: 'viewer' };
    const applied = applyDocument(app, { organisations: [{ slug: 'acme', api_tokens: [token] }] });
    await expect(applied).rejects.toThrow('organisations[0].api_tokens[0].role: must be "admin"');
  });

  it('is refused in a document that adds the scope members to it, unless the document makes it an admin', async () => {
    const token = { name: 'reads', scopes: ['settings', 'members'] };
    const apply = (more: object) =>
      applyDocument(app, { organisations: [{ slug: 'acme', api_tokens: [{ ...token, ...more }] }] });
    await expect(apply({})).rejects.toThrow('organisations[0].api_tokens[0].role: must be "admin"');
    await apply({ role: 'admin' });
    const { body } = await settings.get(`${tokens}?limit=200`).expect(200);
    expect(body.items).toContainEqual(expect.objectContaining({ ...token, role: 'admin' }));
  });
});

describe('a token that a document revokes', () => {
  it('ends everything that it made as well', async () => {
    const { body } = await people.post(tokens, { name: 'made', scopes: ['settings'] }).expect(201);
    const open = (await people.post(members, { email: 'made@acme.example', role: 'viewer' })).body.invitation;
    const revoked = (is: boolean) => ({
      organisations: [
        {
          slug: 'acme',
          name: 'Acme',
          plan: 'business',
          api_tokens: [{ name: 'people', token: acmeToken, scopes: ['settings', 'members'], revoked: is }],
        },
      ],
    });
    await applyDocument(app, revoked(true));
    await callsAs(app, bearer(body.token as string))
      .get('/session')
      .expect(401);
    await anybody.get(`/invitations/${open.token}`).expect(404);
    await app.pool.query(`UPDATE api_token SET revoked_at = NULL WHERE name = 'people'`);
    await people.get('/session').expect(200);
  });
});

describe('an invitation ends with the right to make it', () => {
  const invitedBy = async (email: string, role: string) => {
    const calls = await as(email);
    const { body } = await calls.post(members, { email: `by-${email}`, role }).expect(201);
    return `/invitations/${body.invitation.token}`;
  };

  it('when its maker is removed, or has a role that may not invite', async () => {
    const owner = await as('owner@acme.example');
    const first = await invitedBy('admin@acme.example', 'admin');
    await owner.patch(`${members}/admin@acme.example`, { role: 'member' }).expect(200);
    await anybody.get(first).expect(404);
    await owner.patch(`${members}/admin@acme.example`, { role: 'admin' }).expect(200);
    await anybody.get(first).expect(404);
    const second = await invitedBy('admin@acme.example', 'viewer');
    await owner.delete(`${members}/admin@acme.example`).expect(204);
    await anybody.post(second, { name: 'X', password }).expect(404);
  });

  it('to be an owner, when its maker is no longer one; other invitations stay', async () => {
    const owner = await as('owner@acme.example');
    await owner.patch(`${members}/member@acme.example`, { role: 'owner' }).expect(200);
    const heir = await invitedBy('member@acme.example', 'owner');
    const calls = await as('member@acme.example');
    const { body } = await calls.post(members, { email: 'other@acme.example', role: 'viewer' }).expect(201);
    await owner.patch(`${members}/member@acme.example`, { role: 'admin' }).expect(200);
    await anybody.get(heir).expect(404);
    await anybody.get(`/invitations/${body.invitation.token}`).expect(200);
  });

  it('not when a token made it: that stays with the token', async () => {
    const { body } = await people
      .post(members, { email: 'by-token@acme.example', role: 'viewer' })
      .expect(201);
    const owner = await as('owner@acme.example');
    await owner.patch(`${members}/member@acme.example`, { role: 'owner' }).expect(200);
    const member = await as('member@acme.example');
    await member.delete(`${members}/owner@acme.example`).expect(204); // the maker of the token
    await anybody.get(`/invitations/${body.invitation.token}`).expect(200);
  });
});
