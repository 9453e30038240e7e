import { beforeEach, describe, expect, it } from '@jest/globals';
import { everyone, production, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls } from '../client.ts';
import { organisations } from '../organisations.ts';
import { getDetails, readFragments, readRecords, revert, revertLast } from './revert.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

const checkout = '/features/checkout';
const rules = (...list: object[]) => web.put(`${production}/targeting`, { enabled: true, rules: list });
const exported = async () => (await web.get('/export')).body as object;
const flag = {
  slug: 'flag',
  variables: [{ slug: 'flag-on', type: 'boolean' }],
  variations: [{ slug: 'on', values: { 'flag-on': true } }],
};

describe('what can be reverted', () => {
  const expectReverted = async (change: () => Promise<{ status: number }>, action?: string) => {
    const [before, fragments] = [await exported(), await readFragments(app)];
    expect((await change()).status).toBeLessThan(300);
    const answer = await revertLast(app, action === undefined ? {} : { action });
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    expect(await exported()).toEqual(before);
    expect(await readFragments(app)).toEqual(fragments);
  };

  it('targeting', async () => {
    await expectReverted(() => web.delete(`${production}/targeting`));
    await expectReverted(() => web.put(`${staging}/targeting`, { enabled: true, rules: [everyone] }));
  });

  it('defaults and overrides', async () => {
    await expectReverted(() =>
      web.put(`${production}/defaults`, { 'checkout-layout': null, 'checkout-enabled': 'one-page' }),
    );
    await expectReverted(() => web.put(`${production}/overrides/user-7`, { variation: 'off' }));
    await expectReverted(() => web.put(`${production}/overrides/user-8`, { variation: 'off' }));
    await expectReverted(() => web.delete(`${production}/overrides/user-7`));
  });

  it('a feature that was changed, with its variables and variations', async () => {
    await expectReverted(() =>
      web.patch(checkout, { name: 'New', status: 'archived', slug: 'till', tags: ['a'] }),
    );
    await expectReverted(() =>
      web.post(`${checkout}/variables`, { slug: 'steps', type: 'number', values: { off: 3, 'one-page': 1 } }),
    );
    await expectReverted(() =>
      web.patch(`${checkout}/variables/checkout-layout`, { slug: 'layout', client: true }),
    );
    await expectReverted(() => web.delete(`${checkout}/variables/checkout-layout`));
    await expectReverted(() =>
      web.patch(`${checkout}/variations/off`, { slug: 'none', values: { 'checkout-layout': 'x' } }),
    );
    await expectReverted(() =>
      web.post(`${checkout}/variations`, {
        slug: 'two',
        values: { 'checkout-enabled': true, 'checkout-layout': 'two' },
      }),
    );
  });

  it('a segment that was changed, made or deleted', async () => {
    const anyOf = [{ all_of: [{ property: 'country', operator: 'is', values: ['US'] }] }];
    await expectReverted(() => web.put('/segments/canada', { name: 'New', any_of: anyOf }));
    await expectReverted(() => web.post('/segments', { slug: 'usa', any_of: anyOf }));
    await web.post('/segments', { slug: 'usa', any_of: anyOf });
    await expectReverted(() => web.delete('/segments/usa'));
  });

  it('settings of an environment', async () => {
    await expectReverted(() =>
      web.patch('/environments/staging', { name: 'S', protected: true, allowed_origins: [] }),
    );
    await expectReverted(() => web.patch('/environments/staging', { name: 'First', position: 0 }));
  });

  it('a feature that was made, if nothing of it is served and nothing was changed since', async () => {
    await expectReverted(() => web.post('/features', flag));
    await web.post('/features', flag);
    await web.patch('/features/flag', { name: 'Other' });
    const changed = await revertLast(app, { action: 'feature.created' });
    expect(changed).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(getDetails(changed)).toEqual([['features.flag', 'the feature has changed since']]);
    await revertLast(app, { action: 'feature.updated' });
    for (const [path, body] of [
      ['/targeting', { enabled: false, rules: [] }],
      ['/defaults', { 'flag-on': 'on' }],
      ['/overrides/u', { variation: 'on' }],
    ] as const) {
      await web.put(`/features/flag/environments/staging${path}`, body);
      const served = await revertLast(app, { action: 'feature.created' });
      expect(served).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect(getDetails(served)[0]?.[1]).toMatch(/^the feature is served in/);
      await revertLast(app);
    }
    expect((await revertLast(app, { action: 'feature.created' })).status).toBe(200);
    expect((await web.get('/features/flag')).status).toBe(404);
  });

  it('a segment that was made, if no rule names it and nothing was changed since', async () => {
    const [canada, usa] = ['CA', 'US'].map((country) => [
      { all_of: [{ property: 'country', operator: 'is', values: [country] }] },
    ]);
    await web.post('/segments', { slug: 'usa', any_of: usa });
    await web.put('/segments/usa', { name: 'usa', any_of: canada });
    expect(getDetails(await revertLast(app, { action: 'segment.created' }))).toEqual([
      ['segments.usa', 'the segment has changed since'],
    ]);
    await revertLast(app, { action: 'segment.updated' });
    const named = [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['usa'] }] }];
    await rules({ ...everyone, any_of: named });
    const answer = await revertLast(app, { action: 'segment.created' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(getDetails(answer)).toEqual([
      ['targeting.rules[0]', 'rule 1 "Everyone" of checkout in production: uses usa'],
    ]);
  });

  it('a feature that was deleted, with its ids, its salt and what environments served', async () => {
    await web.put(`${staging}/targeting`, { enabled: false, rules: [everyone] });
    const { rows: before } = await app.pool.query(
      `SELECT id, salt FROM feature WHERE status <> 'deleted' UNION ALL SELECT id, slug FROM variable WHERE deleted_at IS NULL
       UNION ALL SELECT id, slug FROM variation WHERE deleted_at IS NULL ORDER BY id`,
    );
    await expectReverted(() => web.delete(checkout), 'feature.deleted');
    const { rows: after } = await app.pool.query(
      `SELECT id, salt FROM feature WHERE status <> 'deleted' UNION ALL SELECT id, slug FROM variable WHERE deleted_at IS NULL
       UNION ALL SELECT id, slug FROM variation WHERE deleted_at IS NULL ORDER BY id`,
    );
    expect(after).toEqual(before);
  });

  it('a deleted feature, not where its slug or one of its variables is taken: 409 taken', async () => {
    await web.delete(checkout);
    await web.post('/features', { ...flag, slug: 'checkout' });
    const feature = await revertLast(app, { action: 'feature.deleted' });
    expect(feature).toMatchObject({
      status: 409,
      body: { code: 'taken', error: expect.stringContaining('"checkout"') },
    });
    await web.delete(checkout);
    await web.post('/features', {
      ...flag,
      variables: [{ slug: 'checkout-layout', type: 'boolean' }],
      variations: [],
    });
    const deletions = (await readRecords(app)).filter(({ action }) => action === 'feature.deleted');
    const variable = await revert(app, deletions[1]?.id ?? '');
    expect(variable).toMatchObject({ status: 409, body: { code: 'taken' } });
    expect(getDetails(variable)).toEqual([['variables.checkout-layout', 'belongs to the feature flag']]);
  });

  it('a deleted feature, not in environments that are gone', async () => {
    await web.post('/environments', { slug: 'beta' });
    await web.put(`${checkout}/environments/beta/defaults`, { 'checkout-layout': 'off' });
    await web.delete(checkout);
    await web.delete('/environments/beta');
    expect((await revertLast(app, { action: 'feature.deleted' })).status).toBe(200);
    expect((await web.get(production)).body.overrides.count).toBe(1);
  });

  it.each([
    [
      'an environment that was made',
      () => web.post('/environments', { slug: 'beta' }),
      'environment.created',
    ],
    ['an environment that was deleted', () => web.delete('/environments/staging'), 'environment.deleted'],
    ['a key', () => web.post('/environments/staging/api-keys', { name: 'x' }), 'environment_key.created'],
    ['a signing secret', () => web.post('/environments/staging/signing-secret'), 'signing_secret.created'],
    ['a project', () => web.patch('', { name: 'Other' }), 'project.updated'],
  ])('not %s: 409 not_revertible', async (_, change, action) => {
    expect((await change()).status).toBeLessThan(300);
    const answer = await revertLast(app, { action });
    expect(answer).toMatchObject({ status: 409, body: { code: 'not_revertible' } });
    expect(getDetails(answer)[0]?.[1]).toBe(`${action} can't be reverted`);
  });

  it('not members, tokens, endpoints or the organisation: 409 not_revertible', async () => {
    await app.pool.query(
      `INSERT INTO audit_record (id, organisation_id, actor, source, action, subject)
       SELECT gen_random_uuid(), id, 'a', 'session', action, 'x' FROM organisation,
         unnest(ARRAY['member.created', 'member.deleted', 'api_token.created', 'webhook_endpoint.updated',
           'organisation.updated', 'invitation.created', 'project.created', 'project.deleted', 'repository.deleted']) AS action
       WHERE slug = 'acme'`,
    );
    for (const { id } of await readRecords(app)) {
      expect(await revert(app, id)).toMatchObject({ status: 409, body: { code: 'not_revertible' } });
    }
  });
});

describe('who may revert', () => {
  it('whoever may make the change: members outside protected environments, admins in them, viewers nowhere', async () => {
    await web.put(`${staging}/targeting`, { enabled: true, rules: [everyone] });
    const viewer = await signIn(app, 'viewer@acme.example');
    const member = await signIn(app, 'member@acme.example');
    expect((await revertLast(app, { caller: viewer })).status).toBe(403);
    expect((await revertLast(app, { caller: member })).status).toBe(200);
    await rules(everyone);
    const refused = await revertLast(app, { caller: member });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'role_insufficient', error: expect.stringContaining('"production"') },
    });
    expect((await revertLast(app, { caller: await signIn(app, 'admin@acme.example') })).status).toBe(200);
  });

  it('members do not revert what protected environments serve, by whatever part of the change', async () => {
    const caller = await signIn(app, 'member@acme.example');
    const member = createCalls(app, caller);
    const changes: (() => Promise<{ status: number }>)[] = [
      () => web.patch(checkout, { status: 'archived' }),
      () => web.patch(`${checkout}/variations/one-page`, { values: { 'checkout-layout': 'x' } }),
      () => web.put('/segments/canada', { name: 'Canada', any_of: [] }),
      () => web.delete(checkout),
      () => web.patch('/environments/production', { name: 'P' }),
    ];
    for (const change of changes) {
      await restoreOrganisations(app);
      expect((await change()).status).toBeLessThan(300);
      const before = await exported();
      const answer = await revertLast(app, { caller });
      expect(answer).toMatchObject({ status: 403, body: { code: 'role_insufficient' } });
      expect(await exported()).toEqual(before);
    }
    await restoreOrganisations(app);
    expect((await member.patch(checkout, { name: 'Mine' })).status).toBe(200);
    expect((await revertLast(app, { caller })).status).toBe(200);
  });

  it('nobody of another organisation', async () => {
    await rules(everyone);
    const caller = await signIn(app, 'owner@globex.example');
    expect((await revertLast(app, { caller })).status).toBe(404);
  });
});
