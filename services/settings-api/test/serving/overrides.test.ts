import { beforeEach, describe, expect, it } from '@jest/globals';
import { production, readAuditRecords, restoreOrganisations } from '../checkout.ts';
import { createCalls, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import request from 'supertest';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

describe('overrides', () => {
  it.each(['user-8', '42', 'a/b c?d#e', 'ünïcödé ☃', '__proto__', '%', '..', 'x'.repeat(500)])(
    'pin a variation for %j and for no other user',
    async (userId) => {
      const override = `${production}/overrides/${encodeURIComponent(userId).replace(/^\.\.$/, '%2E%2E')}`;
      const pinned = await web.put(override, { variation: 'One-Page' });
      expect(pinned.status).toBe(200);
      expect(pinned.body.overrides.count).toBe(2);
      expect(pinned.body.overrides.items).toContainEqual({ user_id: userId, variation: 'one-page' });
      expect((await web.put(override, { variation: 'off' })).body.overrides.count).toBe(2);
      expect((await web.delete(override)).status).toBe(204);
      expect(await web.delete(override)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await web.get(production)).body.overrides.items).toEqual([
        { user_id: 'user-7', variation: 'one-page' },
      ]);
    },
  );

  it('are recorded only when they change', async () => {
    await web.put(`${production}/overrides/user-7`, { variation: 'off' });
    await web.delete(`${production}/overrides/user-7`);
    expect(await readAuditRecords(app)).toEqual([
      {
        action: 'overrides.updated',
        subject: 'web/checkout in production',
        before: { 'user-7': 'one-page' },
        after: { 'user-7': 'off' },
      },
      {
        action: 'overrides.updated',
        subject: 'web/checkout in production',
        before: { 'user-7': 'off' },
        after: { 'user-7': null },
      },
    ]);
  });

  it('are refused for unknown variations and without a user', async () => {
    expect(getPaths(await web.put(`${production}/overrides/u`, { variation: 'maybe' }))).toEqual([
      'variation',
    ]);
    expect(
      getPaths(await web.put(`${production}/overrides/${'x'.repeat(501)}`, { variation: 'off' })),
    ).toEqual(['user_id']);
    expect((await web.put(`${production}/overrides/a%00b`, { variation: 'off' })).status).toBe(404);
  });

  it('are listed page by page, by user.id', async () => {
    for (const userId of ['b', 'a', 'c']) {
      await web.put(`${production}/overrides/${userId}`, { variation: 'off' });
    }
    const first = await web.get(`${production}/overrides?limit=2`);
    expect(first.body.items).toMatchObject([
      { user_id: 'a', variation: 'off' },
      { user_id: 'b', variation: 'off' },
    ]);
    const second = await web.get(`${production}/overrides?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({
      items: [
        { user_id: 'c', variation: 'off' },
        { user_id: 'user-7', variation: 'one-page' },
      ],
      next_cursor: null,
    });
  });

  it('are found by what the user.id begins with, letter by letter', async () => {
    for (const userId of ['ada', 'Ada', 'ada%', 'bob_']) await web.put(pinOf(userId), { variation: 'off' });
    const found = async (text: string) =>
      ((await web.get(`${all}?text=${encodeURIComponent(text)}`)).body as Listed).items.map(
        ({ user_id }) => user_id,
      );
    expect(await found('ada')).toEqual(['ada', 'ada%']);
    expect(await found('%')).toEqual([]);
    expect(await found('bob_')).toEqual(['bob_']);
  });
});

const all = `${production}/overrides`;
const pinOf = (userId: string) => `${all}/${encodeURIComponent(userId)}`;

interface Listed {
  readonly items: readonly {
    readonly user_id: string;
    readonly variation: string;
    readonly note: string | null;
    readonly created_by: string | null;
    readonly created_at: string;
  }[];
}

const listed = async () => ((await web.get(all)).body as Listed).items;

describe('an override', () => {
  it('tells who pinned it, when and why; the note stays until it is changed, and is served to nobody', async () => {
    const owner = createCalls(app, await signIn(app, 'owner@acme.example'));
    await owner.put(pinOf('u'), { variation: 'off', note: 'Support case 4711' });
    const [pinned] = await listed();
    expect(pinned).toEqual({
      user_id: 'u',
      variation: 'off',
      note: 'Support case 4711',
      created_by: 'owner@acme.example',
      created_at: expect.any(String),
    });
    // The token was made by the owner, too.
    await web.put(pinOf('u'), { variation: 'one-page' });
    expect(await listed()).toMatchObject([{ note: 'Support case 4711', variation: 'one-page' }, {}]);
    const { etag } = await web.get(production);
    await web.put(pinOf('u'), { variation: 'one-page', note: '' });
    expect((await listed())[0]).toMatchObject({ note: null });
    expect((await web.get(production)).etag).toBe(etag);
    expect(getPaths(await web.put(pinOf('u'), { variation: 'off', note: 'x'.repeat(501) }))).toEqual([
      'note',
    ]);
  });

  it('of a document is told as its, and an export has only what is served', async () => {
    expect(await listed()).toMatchObject([{ user_id: 'user-7', created_by: 'bootstrap', note: null }]);
    await web.put(pinOf('user-7'), { variation: 'one-page', note: 'Ada' });
    const { body } = await web.get('/export');
    expect(body.features[0].environments.production.overrides).toEqual({ 'user-7': 'one-page' });
  });

  it('that a revert brings back is told as pinned by whoever reverted, without its note', async () => {
    await web.put(pinOf('user-7'), { variation: 'one-page', note: 'Ada' });
    await web.delete(pinOf('user-7'));
    const { rows } = await app.pool.query<{ id: string }>(
      `SELECT id FROM audit_record WHERE action = 'overrides.updated' ORDER BY id DESC LIMIT 1`,
    );
    const admin = await signIn(app, 'admin@acme.example');
    const revert = `/settings/v1/organisations/acme/audit-log/${rows[0]!.id}/revert`;
    expect((await request(app.server).post(revert).set(admin).send({})).status).toBe(200);
    expect(await listed()).toMatchObject([
      { user_id: 'user-7', variation: 'one-page', note: null, created_by: 'admin@acme.example' },
    ]);
  });
});

describe('overrides of many users', () => {
  it('are changed together, after their differences were seen', async () => {
    const body = { a: 'off', b: { variation: 'One-Page', note: 'A visitor' }, 'user-7': null, c: null };
    const tried = await web.put(`${all}?dry_run=true`, body);
    expect(tried.body).toMatchObject({
      dry_run: true,
      changes: [
        { text: 'override of a of checkout in production: none → off' },
        { text: 'override of b of checkout in production: none → one-page' },
        { text: 'override of user-7 of checkout in production: removed' },
      ],
      touches: [{ environment: 'production', protected: true, feature: 'checkout' }],
      pinned: [{ user_id: 'user-7', variation: 'one-page', created_by: expect.any(String) }],
    });
    expect(await listed()).toHaveLength(1);
    expect((await web.put(all, body)).body.overrides).toEqual({
      count: 2,
      items: [
        { user_id: 'a', variation: 'off' },
        { user_id: 'b', variation: 'one-page' },
      ],
      next_cursor: null,
    });
    expect(await listed()).toMatchObject([{ note: null }, { note: 'A visitor' }]);
    expect(await readAuditRecords(app)).toEqual([
      {
        action: 'overrides.updated',
        subject: 'web/checkout in production',
        before: { a: null, b: null, 'user-7': 'one-page' },
        after: { a: 'off', b: 'one-page', 'user-7': null },
      },
    ]);
  });

  it('collide only with changes of the same users', async () => {
    const { etag } = await web.put(`${all}?dry_run=true`, { a: 'off' });
    await web.put(pinOf('b'), { variation: 'off' });
    await web.put(`${production}/defaults`, { 'checkout-layout': 'one-page' });
    const pinned = await web.put(all, { a: 'off' }, { 'If-Match': etag });
    expect(pinned.status).toBe(200);
    expect((await web.put(all, { a: 'one-page' }, { 'If-Match': etag })).status).toBe(412);
    expect((await web.put(all, { a: 'one-page' }, { 'If-Match': pinned.etag })).status).toBe(200);
  });

  it('are refused as a whole with every problem, and beyond a thousand users', async () => {
    const wrong = { a: 'off', b: 'maybe', c: { variation: 'perhaps' }, '': 'off' };
    expect(getPaths(await web.put(all, wrong))).toEqual(['[""]', 'b', 'c']);
    const malformed = {
      a: 7,
      b: { variation: 'off', note: 'x'.repeat(501) },
      c: { variation: 'off', why: '' },
    };
    const paths = getPaths(await web.put(all, malformed));
    expect([...new Set(paths.map((path) => path.slice(0, 1)))]).toEqual(['a', 'b', 'c']);
    expect(getPaths(await web.put(all, { ['x'.repeat(501)]: 'off' }))).toHaveLength(1);
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, each) => [`u${each}`, 'off']));
    expect((await web.put(all, many(1_001))).status).toBe(400);
    expect(await listed()).toHaveLength(1);
    expect((await web.put(all, many(1_000))).body.overrides.count).toBe(1_001);
  });
});

it('everything that is pinned for a user in an environment is listed by feature', async () => {
  for (const slug of ['a-banner', 'z-banner']) {
    const variables = [{ slug: `${slug}-on`, type: 'boolean' }];
    const variations = [{ slug: 'on', values: { [`${slug}-on`]: true } }];
    await web.post('/features', { slug, name: `Banner ${slug}`, variables, variations });
    await web.put(`/features/${slug}/environments/production/overrides/user-7`, { variation: 'on' });
  }
  const ofUser = '/environments/production/overrides';
  const first = await web.get(`${ofUser}?user_id=user-7&limit=2`);
  expect(first.body.items).toMatchObject([
    { feature: 'a-banner', feature_name: 'Banner a-banner', variation: 'on', note: null },
    { feature: 'checkout', feature_name: 'New checkout', variation: 'one-page' },
  ]);
  const second = await web.get(`${ofUser}?user_id=user-7&limit=2&cursor=${first.body.next_cursor}`);
  expect(second.body).toMatchObject({ items: [{ feature: 'z-banner' }], next_cursor: null });
  expect((await web.get(`${ofUser}?user_id=USER-7`)).body.items).toEqual([]);
  expect((await web.get('/environments/staging/overrides?user_id=user-7')).body.items).toEqual([]);
  expect(getPaths(await web.get(ofUser))).toEqual(['query.user_id']);
});
