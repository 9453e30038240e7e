import { beforeEach, describe, expect, it } from '@jest/globals';
import { organisations, password } from '../organisations.ts';
import { bearer, callsAs, getCookie } from '../people.ts';
import { signIn, staffToken, useApp } from '../running-app.ts';

const app = useApp({ document: organisations, signUp: 'open' });
const anybody = callsAs(app);
const staff = callsAs(app, bearer(staffToken));
const members = '/organisations/acme/members';
beforeEach(() => app.redis.flushall());

const as = async (email: string) => callsAs(app, await signIn(app, email));
const membership = async (email: string) => {
  const { body } = await (await as('owner@acme.example')).get(`${members}?limit=200`).expect(200);
  return (body.items as { email: string; role: string; status: string }[]).find(
    (each) => each.email === email,
  );
};

/** Creates an account for another person's address before that person does. */
async function squat(email: string) {
  const answer = await anybody.post('/accounts', { email, name: 'Somebody else', password }).expect(201);
  return callsAs(app, getCookie(answer));
}

describe('an unproven address', () => {
  it('does not make the account a member: it is invited like everybody else', async () => {
    const squatter = await squat('cfo@acme.example');
    const admin = await as('admin@acme.example');
    const { body } = await admin.post(members, { email: 'cfo@acme.example', role: 'admin' }).expect(201);
    expect(body).toMatchObject({ status: 'invited', invitation: { token: expect.any(String) } });
    await squatter.get('/organisations/acme').expect(404);
    expect((await squatter.get('/session').expect(200)).body.organisations).toEqual([]);
    // The link is the proof, and it was sent to the right person.
    await squatter.post('/invitations/made-up', {}).expect(404);
    const link = `/invitations/${body.invitation.token}`;
    expect((await anybody.get(link).expect(200)).body).toMatchObject({ has_account: true, role: 'admin' });
    expect((await anybody.post(link, { name: 'CFO', password }).expect(401)).body.code).toBe('sign_in_first');
    expect(await membership('cfo@acme.example')).toMatchObject({ status: 'invited' });
    await squatter.post(link, {}).expect(201);
    expect(await membership('cfo@acme.example')).toMatchObject({ status: 'member', role: 'admin' });
  });

  it('does not make an account a member that an invitation of another organisation created', async () => {
    const mallory = await squat('mallory@evil.example');
    await mallory.post('/organisations', { slug: 'evil' }).expect(201);
    const invited = { email: 'cto@acme.example', role: 'viewer' };
    const bait = (await mallory.post('/organisations/evil/members', invited).expect(201)).body.invitation;
    const made = await anybody.post(`/invitations/${bait.token}`, { name: 'C', password }).expect(201);
    const admin = await as('admin@acme.example');
    const { body } = await admin.post(members, { email: 'cto@acme.example', role: 'member' }).expect(201);
    expect(body.invitation).toMatchObject({ token: expect.any(String) });
    await callsAs(app, getCookie(made)).get('/organisations/acme').expect(404);
  });

  it('makes nobody the owner of an organisation of staff', async () => {
    const squatter = await squat('bill@initech.example');
    const { body } = await staff
      .post('/staff/organisations', { slug: 'initech', owner_email: 'bill@initech.example' })
      .expect(201);
    expect(body.invitation).toMatchObject({ token: expect.any(String) });
    await squatter.get('/organisations/initech').expect(404);
    const { body: accepted } = await squatter.post(`/invitations/${body.invitation.token}`, {}).expect(201);
    expect(accepted.organisations).toMatchObject([{ slug: 'initech', name: 'initech', role: 'owner' }]);
  });

  it('needs an acceptance again at a second invitation, even if there was no account at the first', async () => {
    const admin = await as('admin@acme.example');
    const first = (await admin.post(members, { email: 'later@acme.example', role: 'member' })).body
      .invitation;
    const squatter = await squat('later@acme.example');
    const second = await admin.post(members, { email: 'later@acme.example', role: 'member' }).expect(201);
    expect(second.body.invitation).not.toBeNull();
    await squatter.post(`/invitations/${first.token}`, {}).expect(404);
  });
});

describe('an address that is proven', () => {
  it('by an invitation of this organisation joins it at once when it comes again', async () => {
    const admin = await as('admin@acme.example');
    const membership = { email: 'grace@acme.example', role: 'member' };
    const { invitation } = (await admin.post(members, membership).expect(201)).body;
    const accepted = await anybody.post(`/invitations/${invitation.token}`, { name: 'Grace', password });
    const grace = callsAs(app, getCookie(accepted));
    await grace.delete(`${members}/grace@acme.example`).expect(204);
    const { body } = await admin.post(members, { ...membership, role: 'viewer' }).expect(201);
    expect(body).toMatchObject({ status: 'member', role: 'viewer', invitation: null });
    await grace.get('/organisations/acme').expect(200);
  });

  it('by a document that made it a member of this organisation joins this one at once, and no other', async () => {
    const admin = await as('admin@acme.example');
    await admin.delete(`${members}/viewer@acme.example`).expect(204);
    const back = await admin.post(members, { email: 'viewer@acme.example', role: 'viewer' }).expect(201);
    expect(back.body).toMatchObject({ status: 'member', invitation: null });
    const foreign = await admin.post(members, { email: 'owner@globex.example', role: 'viewer' }).expect(201);
    expect(foreign.body).toMatchObject({ status: 'invited' });
  });

  it('by the OpenID Connect provider joins at once, also as an owner of staff', async () => {
    await app.pool.query(
      `INSERT INTO account (id, email, name, email_verified)
       VALUES (gen_random_uuid(), 'turing@acme.example', 'T', true)`,
    );
    const admin = await as('admin@acme.example');
    const { body } = await admin.post(members, { email: 'Turing@acme.example', role: 'member' }).expect(201);
    expect(body).toMatchObject({ status: 'member', invitation: null });
    const owned = { slug: 'bletchley', owner_email: 'turing@acme.example' };
    expect((await staff.post('/staff/organisations', owned).expect(201)).body.invitation).toBeNull();
  });
});
