import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acmeToken, organisations } from '../organisations.ts';
import { bearer, callsAs, getProblemPaths, getStatuses } from '../people.ts';
import { signIn, startApp, type RunningApp } from '../running-app.ts';

type Calls = ReturnType<typeof callsAs>;

let app: RunningApp;
let viewer: Calls, admin: Calls, owner: Calls, token: Calls;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  const as = async (email: string) => callsAs(app, await signIn(app, email));
  viewer = await as('viewer@acme.example');
  admin = await as('admin@acme.example');
  owner = await as('owner@acme.example');
  token = callsAs(app, bearer(acmeToken));
});
afterAll(() => app.stop());

const members = '/organisations/acme/members';

const emails = ({ body }: { body: { items: { email: string }[] } }) => body.items.map(({ email }) => email);
const roleOf = async (email: string) => {
  const { body } = await admin.get(`${members}?limit=200`).expect(200);
  return (body.items as { email: string; role: string }[]).find((each) => each.email === email)?.role;
};

describe('members', () => {
  it('say when they were last seen here, to the minute; looking elsewhere does not count', async () => {
    const member = callsAs(app, await signIn(app, 'member@acme.example'));
    await member.get('/session').expect(200);
    await viewer.get('/organisations/acme').expect(200);
    await app.writeLastSeen();
    const { body } = await viewer.get(`${members}?limit=200`).expect(200);
    const seen = new Map(
      (body.items as { email: string; last_seen_at: string | null }[]).map((each) => [
        each.email,
        each.last_seen_at,
      ]),
    );
    expect(seen.get('viewer@acme.example')).toMatch(/:00\.000Z$/);
    expect(seen.get('member@acme.example')).toBeNull();
  });

  it('are listed with open invitations, by address and page by page', async () => {
    await admin.post(members, { email: 'Later@acme.example', role: 'viewer' }).expect(201);
    const first = await viewer.get(`${members}?limit=2`).expect(200);
    expect(emails(first)).toEqual(['admin@acme.example', 'later@acme.example']);
    expect(first.body.items).toMatchObject([
      { role: 'admin', status: 'member', invited_by: null, expires_at: null },
      { role: 'viewer', status: 'invited', invited_by: 'admin@acme.example', name: '' },
    ]);
    const second = await viewer.get(`${members}?limit=2&cursor=${first.body.next_cursor}`).expect(200);
    expect(emails(second)).toEqual(['member@acme.example', 'owner@acme.example']);
    await admin.delete(`${members}/later@acme.example`).expect(204);
  });

  it('accept an invitation also when they have an account', async () => {
    const answer = await admin.post(members, { email: 'OWNER@globex.example', role: 'member' }).expect(201);
    expect(answer.body).toMatchObject({
      email: 'owner@globex.example',
      role: 'member',
      status: 'invited',
      invitation: { token: expect.any(String) },
    });
    const theirs = callsAs(app, await signIn(app, 'owner@globex.example'));
    await theirs.get('/organisations/acme').expect(404);
    await theirs.post(`/invitations/${answer.body.invitation.token}`, {}).expect(201);
    const { body } = await theirs.get('/organisations').expect(200);
    expect(body.items).toMatchObject([
      { slug: 'acme', role: 'member' },
      { slug: 'globex', role: 'owner' },
    ]);
    await admin.delete(`${members}/owner@globex.example`).expect(204);
    await theirs.get('/organisations/acme').expect(404);
    await theirs.get('/session').expect(200);
  });

  it('cannot join twice', async () => {
    const answer = await admin.post(members, { email: 'viewer@acme.example', role: 'admin' }).expect(409);
    expect(answer.body.code).toBe('taken');
    expect(await roleOf('viewer@acme.example')).toBe('viewer');
  });

  it('need a valid address and a known role', async () => {
    const answer = await admin.post(members, { email: 'not an address', role: 'king' }).expect(400);
    expect(getProblemPaths(answer)).toEqual(['email', 'role']);
  });

  it('are added and removed only by admins and tokens', async () => {
    await viewer.post(members, { email: 'x@acme.example', role: 'viewer' }).expect(403);
    await viewer.delete(`${members}/member@acme.example`).expect(403);
    await token.post(members, { email: 'x@acme.example', role: 'viewer' }).expect(201);
    await token.delete(`${members}/x@acme.example`).expect(204);
    await token.delete(`${members}/x@acme.example`).expect(404);
  });

  it('may leave, whatever their role', async () => {
    const { body } = await admin.post(members, { email: 'owner@globex.example', role: 'viewer' }).expect(201);
    const leaving = callsAs(app, await signIn(app, 'owner@globex.example'));
    await leaving.post(`/invitations/${body.invitation.token}`, {}).expect(201);
    await leaving.delete(`${members}/Owner@globex.example`).expect(204);
    await leaving.get(members).expect(404);
  });
});

describe('owners', () => {
  it('are made and unmade only by owners', async () => {
    for (const calls of [admin, token]) {
      await calls.post(members, { email: 'new@acme.example', role: 'owner' }).expect(403);
      await calls.patch(`${members}/member@acme.example`, { role: 'owner' }).expect(403);
      await calls.patch(`${members}/owner@acme.example`, { role: 'admin' }).expect(403);
      await calls.delete(`${members}/owner@acme.example`).expect(403);
    }
    await owner.patch(`${members}/member@acme.example`, { role: 'owner' }).expect(200);
    await owner.patch(`${members}/member@acme.example`, { role: 'member' }).expect(200);
    expect(await roleOf('member@acme.example')).toBe('member');
  });

  it('that are invited can be withdrawn or replaced only by owners', async () => {
    await owner.post(members, { email: 'heir@acme.example', role: 'owner' }).expect(201);
    await admin.post(members, { email: 'heir@acme.example', role: 'viewer' }).expect(403);
    await admin.delete(`${members}/heir@acme.example`).expect(403);
    await owner.delete(`${members}/heir@acme.example`).expect(204);
  });

  it('are given a role only where they have the one that was seen, if that is told', async () => {
    const path = `${members}/member@acme.example`;
    const { body } = await owner.patch(path, { role: 'viewer', was: 'admin' }).expect(409);
    expect(body).toMatchObject({
      code: 'role_changed',
      error: 'The role of member@acme.example has changed: it is now member.',
    });
    await owner.patch(path, { role: 'viewer', was: 'member' }).expect(200);
    await owner.patch(path, { role: 'member', was: 'viewer' }).expect(200);
  });

  it('stay as long as they are the last one', async () => {
    const demoted = await owner.patch(`${members}/owner@acme.example`, { role: 'admin' }).expect(409);
    const left = await owner.delete(`${members}/owner@acme.example`).expect(409);
    expect([demoted.body.code, left.body.code]).toEqual(['last_owner', 'last_owner']);
  });

  it('never leave an organisation without one, even if two leave at the same time', async () => {
    await owner.patch(`${members}/member@acme.example`, { role: 'owner' }).expect(200);
    const other = callsAs(app, await signIn(app, 'member@acme.example'));
    const answers = await Promise.all([
      owner.patch(`${members}/owner@acme.example`, { role: 'admin' }),
      other.patch(`${members}/member@acme.example`, { role: 'member' }),
    ]);
    expect(getStatuses(answers)).toEqual([200, 409]);
    const winner = answers[0].status === 409 ? owner : other;
    const loser = answers[0].status === 409 ? 'member@acme.example' : 'owner@acme.example';
    if (loser === 'owner@acme.example') {
      await winner.patch(`${members}/owner@acme.example`, { role: 'owner' }).expect(200);
      await winner.patch(`${members}/member@acme.example`, { role: 'member' }).expect(200);
    }
    expect(await roleOf('owner@acme.example')).toBe('owner');
  });

  it('never leave an organisation without one, even if two demote each other at the same time', async () => {
    await owner.patch(`${members}/member@acme.example`, { role: 'owner' }).expect(200);
    const other = callsAs(app, await signIn(app, 'member@acme.example'));
    const answers = await Promise.all([
      owner.patch(`${members}/member@acme.example`, { role: 'member' }),
      other.patch(`${members}/owner@acme.example`, { role: 'member' }),
    ]);
    // The slower one is no owner any more.
    expect(getStatuses(answers)).toEqual([200, 403]);
    const roles = [await roleOf('owner@acme.example'), await roleOf('member@acme.example')];
    expect(new Set(roles)).toEqual(new Set(['member', 'owner']));
  });
});
