import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acmeToken, organisations } from '../organisations.ts';
import { bearer, callsAs, getStatuses } from '../people.ts';
import { signIn, staffToken, startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let viewer: ReturnType<typeof callsAs>;
let owner: ReturnType<typeof callsAs>;
beforeAll(async () => {
  app = await startApp({ document: organisations, createOrganisations: 'anyone' });
  viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
  owner = callsAs(app, await signIn(app, 'owner@acme.example'));
});
afterAll(() => app.stop());

describe('who may make organisations', () => {
  it.each([
    ['open', undefined, 201],
    ['invited', undefined, 403],
    ['closed', undefined, 403],
    ['invited', 'anyone', 201],
    ['closed', 'anyone', 201],
    ['open', 'staff', 403],
  ] as const)(
    'with SIGN_UP=%s and CREATE_ORGANISATIONS=%s: %s',
    async (signUp, createOrganisations, status) => {
      const there = await startApp({
        document: organisations,
        signUp,
        ...(createOrganisations && { createOrganisations }),
      });
      const somebody = callsAs(there, await signIn(there, 'owner@acme.example'));
      const { body } = await somebody.post('/organisations', { slug: 'mine' }).expect(status);
      if (status === 403) expect(body.code).toBe('organisations_closed');
      const byStaff = callsAs(there, bearer(staffToken));
      const owned = { slug: 'by-staff', owner_email: 'owner@acme.example' };
      await byStaff.post('/staff/organisations', owned).expect(201);
      await there.stop();
    },
  );
});

describe('organisations', () => {
  it('are created by anybody who is signed in, who becomes the owner', async () => {
    const created = await viewer.post('/organisations', { slug: 'Side', name: 'Side project' }).expect(201);
    expect(created.body).toEqual({
      slug: 'side',
      name: 'Side project',
      plan: 'enterprise',
      status: 'active',
    });
    const { body } = await viewer.get('/organisations').expect(200);
    expect(body.items).toMatchObject([
      { slug: 'acme', role: 'viewer' },
      { slug: 'side', role: 'owner', plan: 'enterprise' },
    ]);
    await viewer.patch('/organisations/side', { name: 'Main project' }).expect(200);
    await owner.get('/organisations/side').expect(404);
  });

  it('are listed page by page, and a token sees one', async () => {
    const first = await viewer.get('/organisations?limit=1').expect(200);
    const second = await viewer.get(`/organisations?limit=1&cursor=${first.body.next_cursor}`).expect(200);
    expect([first.body.items[0].slug, second.body.items[0].slug]).toEqual(['acme', 'side']);
    const { body } = await callsAs(app, bearer(acmeToken)).get('/organisations').expect(200);
    expect(body).toMatchObject({ items: [{ slug: 'acme', role: 'admin' }], next_cursor: null });
  });

  it('are limited to ten for each account, also when it creates them at once', async () => {
    const member = callsAs(app, await signIn(app, 'member@acme.example'));
    const make = (slug: string) => member.post('/organisations', { slug });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => make(`many-${n}`)));
    expect(getStatuses(answers)).toEqual([...Array.from({ length: 10 }, () => 201), 409, 409]);
    const { body } = await make('one-more').expect(409);
    expect(body).toEqual({
      error: 'An account can create at most 10 organisations. Ask your administrator for more.',
      code: 'limit_reached',
    });
    // One that the account has left counts too; those of others that it joins do not.
    const slug = answers.findIndex(({ status }) => status === 201);
    await member.get(`/organisations/many-${slug}`).expect(200);
    await viewer.post('/organisations', { slug: 'by-another' }).expect(201);
  });

  it('cannot have the slug of another one, visible or not', async () => {
    expect((await viewer.post('/organisations', { slug: 'GLOBEX' }).expect(409)).body).toEqual({
      error: 'An organisation "globex" already exists.',
      code: 'taken',
      resource: { kind: 'organisation', slug: 'globex' },
    });
    const racing = await Promise.all([1, 2, 3].map(() => viewer.post('/organisations', { slug: 'race' })));
    expect(getStatuses(racing)).toEqual([201, 409, 409]);
  });

  it('are renamed by admins, with If-Match only if nobody else changed them', async () => {
    await viewer.patch('/organisations/acme', { name: 'Mine' }).expect(403);
    const { headers } = await owner.get('/organisations/acme').expect(200);
    const match = { 'If-Match': headers['etag'] as string };
    await owner.patch('/organisations/acme', { name: 'Acme Inc.' }).set(match).expect(200);
    const late = await owner.patch('/organisations/acme', { name: 'Acme AG' }).set(match).expect(412);
    expect(late.body).toMatchObject({ changes: [{ text: 'organisation acme: name "Acme" → "Acme Inc."' }] });
    expect((await owner.get('/organisations/acme')).body.name).toBe('Acme Inc.');
  });

  it('do not let members change plan and status', async () => {
    const { body } = await owner
      .patch('/organisations/acme', { name: 'Acme', plan: 'enterprise' })
      .expect(400);
    expect(body.details).toMatchObject([{ path: 'plan' }]);
  });

  it('are found by a slug in any case', async () => {
    expect((await viewer.get('/organisations/ACME').expect(200)).body.slug).toBe('acme');
  });
});
