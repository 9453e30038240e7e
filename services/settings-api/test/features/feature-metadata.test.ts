import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createCalls, getPaths } from '../client.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const [acme, ...others] = organisations.organisations;
const webhook_endpoints = [{ url: 'https://hooks.acme.example/', events: ['feature.updated'] }];
const app = useApp({ document: { organisations: [{ ...acme, webhook_endpoints }, ...others] } });
const web = createCalls(app);

const metadata = {
  kind: 'operational',
  tags: ['checkout', 'web'],
  owners: ['member@acme.example', '@acme/checkout'],
  links: [
    { title: 'SHOP-1412', url: 'https://issues.acme.example/SHOP-1412' },
    { url: 'https://acme.example/' },
  ],
  permanent: false,
  expected_until: '2027-02-28',
  snoozed_until: '2026-12-01',
  manager: 'github.com/acme/flags',
};
const nothing = {
  kind: 'release',
  tags: [],
  owners: [],
  gone_owners: [],
  links: [],
  permanent: null,
  expected_until: null,
  snoozed_until: null,
  manager: null,
};

describe('the metadata of a feature', () => {
  it('is written with the feature and read with it, under its entity tag', async () => {
    const input = {
      ...metadata,
      tags: ['Web', 'checkout'],
      owners: ['Member@Acme.example', '@acme/checkout'],
    };
    const created = await web.post('/features', { slug: 'described', ...input });
    expect(created).toMatchObject({ status: 201, body: { ...metadata, gone_owners: [] } });
    expect(await web.get('/features/described')).toEqual({ ...created, status: 200 });
  });

  it('is none of a feature of which nobody says any', async () => {
    expect((await web.post('/features', { slug: 'plain' })).body).toMatchObject(nothing);
    expect((await web.get('/features/checkout')).body).toMatchObject(nothing);
  });

  it.each(Object.entries(metadata))('is changed by a PATCH of %s alone', async (member, value) => {
    const slug = `patched-${member.replace('_', '-')}`;
    await web.post('/features', { slug });
    const { status, body, etag } = await web.patch(`/features/${slug}`, { [member]: value });
    expect({ status, body }).toMatchObject({ status: 200, body: { ...nothing, [member]: value } });
    expect((await web.patch(`/features/${slug}`, { name: 'Another' })).body).toMatchObject({
      [member]: value,
    });
    const { [member as keyof typeof nothing]: none } = nothing;
    const stale = await web.patch(`/features/${slug}`, { [member]: none }, { 'If-Match': etag });
    expect(stale.status).toBe(412);
    expect((await web.patch(`/features/${slug}`, { [member]: none })).body).toMatchObject(nothing);
  });

  it('is refused with every problem', async () => {
    const wrong = { kind: 'flag', tags: ['a b'], links: [{ url: 'ftp://x' }], permanent: 1, manager: '' };
    const paths = ['kind', 'links[0].url', 'manager', 'permanent', 'tags[0]'];
    expect(getPaths(await web.post('/features', { slug: 'wrong', ...wrong }))).toEqual(paths);
    expect(getPaths(await web.patch('/features/checkout', wrong))).toEqual(paths);
    const inconsistent = { tags: ['a', 'A'], expected_until: '2026-02-30' };
    expect(getPaths(await web.post('/features', { slug: 'wrong', ...inconsistent }))).toEqual([
      'expected_until',
      'tags[1]',
    ]);
    expect(getPaths(await web.patch('/features/checkout', inconsistent))).toEqual([
      'expected_until',
      'tags[1]',
    ]);
  });

  it('is for members to change, also of a feature that a protected environment serves', async () => {
    const member = createCalls(app, await signIn(app, 'member@acme.example'));
    expect((await member.patch('/features/checkout', { tags: ['theirs'] })).status).toBe(200);
    const viewer = createCalls(app, await signIn(app, 'viewer@acme.example'));
    expect((await viewer.patch('/features/checkout', { tags: [] })).status).toBe(403);
  });

  it('is recorded in words and told as feature.updated, and makes no new version of a datafile', async () => {
    const versions = async () =>
      (await app.pool.query<object>('SELECT slug, version FROM environment ORDER BY id')).rows;
    const before = await versions();
    await app.pool.query('DELETE FROM webhook_event');
    await web.patch('/features/checkout', { ...metadata });
    expect(await versions()).toEqual(before);
    const { rows } = await app.pool.query<object>(
      `SELECT type, data->'feature'->>'key' AS feature FROM webhook_event`,
    );
    expect(rows).toEqual([{ type: 'feature.updated', feature: 'checkout' }]);
    const { body } = await request(app.server)
      .get('/settings/v1/organisations/acme/audit-log?action=feature.updated&limit=1')
      .set({ Authorization: `Bearer ${acmeToken}` });
    const [{ after, changes }] = (body as { items: [{ after: object; changes: string[] }] }).items;
    expect(after).toMatchObject(metadata);
    expect(after).not.toHaveProperty('gone_owners');
    expect(changes.map((text) => text.replace('feature checkout: ', ''))).toEqual([
      'kind release → operational',
      'tags theirs → checkout, web',
      'owners none → member@acme.example, @acme/checkout',
      'link https://issues.acme.example/SHOP-1412: added ("SHOP-1412")',
      'link https://acme.example/: added',
      'permanent by kind → false',
      'expected until none → 2027-02-28',
      'snoozed until none → 2026-12-01',
      'manager none → github.com/acme/flags',
    ]);
  });

  it('names owners who are no members as gone', async () => {
    const owners = ['nobody@acme.example', '@acme/checkout', 'viewer@acme.example', 'owner@globex.example'];
    const created = await web.post('/features', { slug: 'owned', owners });
    expect(created.body).toMatchObject({
      owners,
      gone_owners: ['nobody@acme.example', 'owner@globex.example'],
    });
    await request(app.server)
      .delete('/settings/v1/organisations/acme/members/viewer@acme.example')
      .set({ Authorization: `Bearer ${acmeToken}` })
      .expect(204);
    const { body, etag } = await web.get('/features/owned');
    expect(body).toMatchObject({
      owners,
      gone_owners: ['nobody@acme.example', 'viewer@acme.example', 'owner@globex.example'],
    });
    expect(etag).not.toBe(created.etag);
    expect((await web.get('/features?owner=Viewer@acme.example')).body.items).toMatchObject([
      { slug: 'owned', gone_owners: body.gone_owners },
    ]);
  });
});

describe('the list of features, by metadata', () => {
  const slugsOf = async (query: string) => {
    const { body } = await web.get(`/features?text=by-&${query}`);
    return (body as { items: { slug: string }[] }).items.map(({ slug }) => slug);
  };

  it('is filtered by tag, owner, kind and permanence, alone and together', async () => {
    await web.post('/features', { slug: 'by-1', tags: ['one', 'both'], owners: ['Ada@acme.example'] });
    await web.post('/features', { slug: 'by-2', tags: ['both'], owners: ['@Acme'], kind: 'kill_switch' });
    await web.post('/features', { slug: 'by-3', kind: 'kill_switch', permanent: false });
    await web.post('/features', { slug: 'by-4', kind: 'permission', permanent: true, tags: ['both'] });
    expect(await slugsOf('tag=one')).toEqual(['by-1']);
    expect(await slugsOf('tag=BOTH')).toEqual(['by-1', 'by-2', 'by-4']);
    expect(await slugsOf('tag=bot')).toEqual([]);
    expect(await slugsOf('owner=ADA@acme.example')).toEqual(['by-1']);
    expect(await slugsOf(`owner=${encodeURIComponent('@Acme')}`)).toEqual(['by-2']);
    expect(await slugsOf(`owner=${encodeURIComponent('@acme')}`)).toEqual([]);
    expect(await slugsOf('kind=kill_switch')).toEqual(['by-2', 'by-3']);
    expect(await slugsOf('permanent=true')).toEqual(['by-2', 'by-4']);
    expect(await slugsOf('permanent=false')).toEqual(['by-1', 'by-3']);
    expect(await slugsOf('tag=both&permanent=true&kind=permission')).toEqual(['by-4']);
    expect(await slugsOf('tag=both&limit=1')).toEqual(['by-1']);
  });

  it('refuses what no feature can have', async () => {
    const query = `tag=a+b&owner=+a&kind=flag&permanent=maybe`;
    expect(getPaths(await web.get(`/features?${query}`))).toEqual([
      'query.kind',
      'query.owner',
      'query.permanent',
      'query.tag',
    ]);
  });
});
