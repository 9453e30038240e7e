import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeApprovals, noApprovals } from '@bunting/definitions/approvals';
import { until } from '@bunting/testing';
import { createCalls, getPaths } from '../client.ts';
import { withEvaluator } from '../evaluator.ts';
import { organisations } from '../organisations.ts';
import { callsAs } from '../people.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

describe('an environment', () => {
  it('is created, listed, read, changed and deleted', async () => {
    const created = await web.post('/environments', { slug: 'QA' });
    expect(created).toMatchObject({ status: 201, body: { slug: 'qa', name: 'QA', protected: false } });
    expect(await web.get('/environments/qa')).toEqual({ ...created, status: 200 });
    const first = await web.get('/environments?limit=2');
    expect(first.body.items).toMatchObject([{ slug: 'production', protected: true }, { slug: 'staging' }]);
    const second = await web.get(`/environments?cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ items: [{ slug: 'qa' }], next_cursor: null });
    expect((await web.patch('/environments/qa', { name: 'Quality', protected: true })).body).toEqual({
      slug: 'qa',
      name: 'Quality',
      position: 2,
      protected: true,
      ...describeApprovals(noApprovals),
      allowed_origins: ['*'],
      require_signed_users: false,
      datafile_personal_data: true,
      has_signing_secret: false,
    });
    expect((await web.delete('/environments/QA')).status).toBe(204);
    expect((await web.get('/environments/qa')).status).toBe(404);
  });

  it('is refused with every problem, and keeps its slug', async () => {
    const refused = await web.post('/environments', { slug: '', name: 1, protected: 'yes' });
    expect(getPaths(refused)).toEqual(['name', 'protected', 'slug']);
    expect(getPaths(await web.patch('/environments/staging', { slug: 'other' }))).toEqual(['slug']);
    expect((await web.post('/environments', { slug: 'STAGING' })).body.code).toBe('taken');
  });

  it('is written only when If-Match has its entity tag', async () => {
    const { etag } = await web.get('/environments/staging');
    const stale = { 'If-Match': etag };
    expect((await web.patch('/environments/staging', { name: 'Stage' }, stale)).status).toBe(200);
    expect((await web.patch('/environments/staging', { name: 'Stages' }, stale)).status).toBe(412);
    expect((await web.delete('/environments/staging', stale)).status).toBe(412);
  });

  it('and its keys are for admins to change', async () => {
    const member = createCalls(app, await signIn(app, 'member@acme.example'));
    expect((await member.get('/environments/staging/api-keys')).status).toBe(200);
    for (const answer of [
      await member.post('/environments', { slug: 'theirs' }),
      await member.patch('/environments/production', { protected: false }),
      await member.delete('/environments/staging'),
      await member.post('/environments/staging/api-keys', {}),
      await member.patch('/environments/staging', { allowed_origins: [] }),
      await member.post('/environments/staging/signing-secret'),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'role_insufficient' } });
    }
  });
});

describe('the order of environments', () => {
  const orderOf = async (project: ReturnType<typeof createCalls>, query = '') =>
    (await project.get(`/environments${query}`)).body as {
      items: { slug: string; position: number }[];
      next_cursor: string | null;
    };
  let shop: ReturnType<typeof createCalls>;
  const slugs = async () => (await orderOf(shop)).items.map(({ slug }) => slug);
  beforeAll(async () => {
    const owner = await signIn(app, 'owner@acme.example');
    await callsAs(app, owner).post('/organisations/acme/projects', { slug: 'ordered' }).expect(201);
    shop = createCalls(app, owner, 'ordered');
    for (const slug of ['staging', 'production', 'development']) await shop.post('/environments', { slug });
  });

  it('is that in which they were made', async () => {
    const { items } = await orderOf(shop);
    expect(items.map(({ slug, position }) => [slug, position])).toEqual([
      ['staging', 0],
      ['production', 1],
      ['development', 2],
    ]);
  });

  it('is changed by moving one; the others move along, and the audit log says what was moved', async () => {
    const before = await shop.get('/environments/development');
    const moved = await shop.patch('/environments/development', { position: 0 }, { 'If-Match': before.etag });
    expect(moved).toMatchObject({ status: 200, body: { slug: 'development', position: 0 } });
    expect(await slugs()).toEqual(['development', 'staging', 'production']);
    const { rows } = await app.pool.query<object>(
      `SELECT subject, before->'position' AS was, after->'position' AS is FROM audit_record
       WHERE action = 'environment.updated' AND subject LIKE 'ordered/%'`,
    );
    expect(rows).toEqual([{ subject: 'ordered/development', was: 2, is: 0 }]);
    // A place beyond the last is the last; one can be renamed and moved at once.
    const last = await shop.patch('/environments/development', { name: 'Dev', position: 99 });
    expect(last.body).toMatchObject({ name: 'Dev', position: 2 });
    expect(await slugs()).toEqual(['staging', 'production', 'development']);
    expect(getPaths(await shop.patch('/environments/development', { position: -1 }))).toEqual(['position']);
  });

  it('is read page by page, and has no gap where one was deleted', async () => {
    const first = await orderOf(shop, '?limit=2');
    const second = await orderOf(shop, `?cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ slug }) => slug)).toEqual(await slugs());
    const cursor = Buffer.from('["staging"]').toString('base64url');
    expect(getPaths(await shop.get(`/environments?cursor=${cursor}`))).toEqual(['query.cursor']);
    await shop.delete('/environments/staging');
    expect((await orderOf(shop)).items.map(({ position }) => position)).toEqual([0, 1]);
    expect((await shop.post('/environments', { slug: 'a-last' })).body.position).toBe(2);
    expect(await slugs()).toEqual(['production', 'development', 'a-last']);
  });

  it('is that of the list where rows of an earlier release share a position or have a gap', async () => {
    const setPosition = (slug: string, position: number) =>
      app.pool.query(
        `UPDATE environment SET position = $2 FROM project
         WHERE project.id = project_id AND project.slug = 'ordered' AND environment.slug = $1`,
        [slug, position],
      );
    for (const slug of await slugs()) await setPosition(slug, 0);
    expect(await slugs()).toEqual(['a-last', 'development', 'production']);
    expect((await shop.patch('/environments/development', { position: 0 })).body.position).toBe(0);
    expect(await slugs()).toEqual(['development', 'a-last', 'production']);
    await setPosition('production', 9);
    const { rows: before } = await app.pool.query<object>('SELECT id FROM audit_record');
    expect((await shop.patch('/environments/production', { position: 2 })).body.position).toBe(2);
    expect((await app.pool.query<object>('SELECT id FROM audit_record')).rows).toEqual(before);
  });

  it('goes along with an export and its import', async () => {
    const { body } = await shop.get('/export');
    const exported = (body as { environments: { slug: string }[] }).environments;
    expect(exported.map(({ slug }) => slug)).toEqual(await slugs());
    const owner = await signIn(app, 'owner@acme.example');
    await callsAs(app, owner).post('/organisations/acme/projects', { slug: 'copied' }).expect(201);
    const copy = createCalls(app, owner, 'copied');
    expect((await copy.post('/import', body)).status).toBe(200);
    expect((await orderOf(copy)).items.map(({ slug }) => slug)).toEqual(await slugs());
  });
});

describe('a key', () => {
  it('is shown once, and afterwards by its last four characters', async () => {
    await web.post('/environments', { slug: 'keyed' });
    const { status, body } = await web.post('/environments/keyed/api-keys');
    expect(status).toBe(201);
    const { key, ...kept } = body as { key: string };
    expect(kept).toMatchObject({
      name: null,
      last_four: key.slice(-4),
      last_used_at: null,
      revoked_at: null,
    });
    const list = await web.get('/environments/keyed/api-keys');
    expect(list.body).toEqual({ items: [kept], next_cursor: null });
  });

  it('has its name and its maker, also in the audit log', async () => {
    await web.post('/environments', { slug: 'named' });
    const made = await web.post('/environments/named/api-keys', { name: 'Checkout, server' });
    expect(made.body).toMatchObject({ name: 'Checkout, server', created_by: 'owner@acme.example' });
    const { body: list } = await web.get('/environments/named/api-keys');
    expect(list.items[0]).toMatchObject({ name: 'Checkout, server', created_by: 'owner@acme.example' });
    expect(getPaths(await web.post('/environments/named/api-keys', { name: '' }))).toEqual(['name']);
    const { rows } = await app.pool.query<{ after: unknown }>(
      `SELECT after FROM audit_record WHERE action = 'environment_key.created' AND subject = $1`,
      [`…${made.body.last_four}`],
    );
    expect(rows[0]!.after).toMatchObject({ name: 'Checkout, server' });
  });

  it('is renamed, and its name taken away', async () => {
    await web.post('/environments', { slug: 'renamed' });
    const { id } = (await web.post('/environments/renamed/api-keys', { name: 'Shop' })).body as {
      id: string;
    };
    const rename = (body: object) => web.patch(`/environments/renamed/api-keys/${id}`, body);
    expect(await rename({ name: 'Shop, server' })).toMatchObject({
      status: 200,
      body: { id, name: 'Shop, server' },
    });
    expect((await rename({ name: null })).body).toMatchObject({ name: null });
    expect(new Set(getPaths(await rename({ name: '' })))).toEqual(new Set(['name']));
    expect((await web.patch('/environments/staging/api-keys/none', { name: 'x' })).status).toBe(404);
    const { rows } = await app.pool.query<object>(
      `SELECT before->'name' AS was, after->'name' AS is FROM audit_record JOIN environment ON environment.id = environment_id
       WHERE action = 'environment_key.updated' AND environment.slug = 'renamed' ORDER BY audit_record.id`,
    );
    expect(rows).toEqual([
      { was: 'Shop', is: 'Shop, server' },
      { was: 'Shop, server', is: null },
    ]);
  });

  it.each([
    ['server', /^.{14}4/, {}],
    ['server', /^.{14}4/, { kind: 'server' }],
    ['client', /^.{14}8c11-/, { kind: 'client' }],
    ['datafile', /^.{14}8da7-/, { kind: 'datafile' }],
  ])(
    'is of the kind %s, which its form shows: %s, as the list and the audit log say',
    async (kind, form, body) => {
      const slug = `kind-${kind}-${Object.keys(body).length}`;
      await web.post('/environments', { slug });
      const made = await web.post(`/environments/${slug}/api-keys`, body);
      expect(made).toMatchObject({ status: 201, body: { kind, key: expect.stringMatching(form) } });
      const { body: list } = await web.get(`/environments/${slug}/api-keys`);
      expect(list.items).toMatchObject([{ kind, last_four: made.body.last_four }]);
      const { rows } = await app.pool.query<{ after: unknown }>(
        `SELECT after FROM audit_record JOIN environment ON environment.id = environment_id
       WHERE action = 'environment_key.created' AND environment.slug = $1`,
        [slug],
      );
      expect(rows).toEqual([{ after: { name: null, kind, last_four: made.body.last_four, revoked: false } }]);
    },
  );

  it('of another kind is refused', async () => {
    expect(getPaths(await web.post('/environments/staging/api-keys', { kind: 'browser' }))).toEqual(['kind']);
  });

  it.each(['client', 'datafile'])('of the kind %s is known to evaluators as that', async (kind) => {
    await withEvaluator(app, async (evaluator) => {
      await web.post('/environments', { slug: `known-${kind}` });
      const { body } = await web.post(`/environments/known-${kind}/api-keys`, { kind });
      await until(async () => (await evaluator.kindOf(body.key as string)) === kind);
      expect((await web.delete(`/environments/known-${kind}/api-keys/${body.id}`)).status).toBe(204);
      await until(async () => !(await evaluator.isKnown(body.key as string)));
    });
  });

  it('says when it was last used', async () => {
    await web.post('/environments', { slug: 'used' });
    const { body } = await web.post('/environments/used/api-keys');
    const usedAt = '2026-11-22T10:05:00.000Z';
    await app.pool.query('UPDATE environment_key SET last_used_at = $2 WHERE id = $1', [body.id, usedAt]);
    const used = await web.get('/environments/used/api-keys');
    expect(used.body.items[0]).toMatchObject({ id: body.id, last_used_at: usedAt });
  });

  it('is listed page by page, in the order in which they were made', async () => {
    await web.post('/environments', { slug: 'paged' });
    const ids = [];
    const keys = '/environments/paged/api-keys';
    for (let n = 0; n < 3; n += 1) ids.push((await web.post(keys, {})).body.id);
    const first = await web.get(`${keys}?limit=2`);
    const second = await web.get(`${keys}?cursor=${first.body.next_cursor}`);
    const listed = [...first.body.items, ...second.body.items] as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(ids);
    const wrong = await web.get(`${keys}?cursor=${Buffer.from('no id').toString('base64url')}`);
    expect(getPaths(wrong)).toEqual(['query.cursor']);
  });

  it('of a new environment is known to evaluators at once, and refused after it is revoked', async () => {
    await withEvaluator(app, async (evaluator) => {
      await web.post('/environments', { slug: 'fresh' });
      const { body } = await web.post('/environments/fresh/api-keys', {});
      const isKnown = () => evaluator.isKnown(body.key as string);
      await until(isKnown);
      expect((await web.delete(`/environments/fresh/api-keys/${body.id}`)).status).toBe(204);
      await until(async () => !(await isKnown()));
      const { body: list } = await web.get('/environments/fresh/api-keys');
      expect(Date.parse(list.items[0].revoked_at as string)).not.toBeNaN();
      // Once more changes nothing.
      expect((await web.delete(`/environments/fresh/api-keys/${body.id}`)).status).toBe(204);
      expect((await web.get('/environments/fresh/api-keys')).body).toEqual(list);
    });
  });

  it('is removed with its environment', async () => {
    await withEvaluator(app, async (evaluator) => {
      await web.post('/environments', { slug: 'brief' });
      const { body } = await web.post('/environments/brief/api-keys', {});
      const isKnown = () => evaluator.isKnown(body.key as string);
      await until(isKnown);
      expect((await web.delete('/environments/brief')).status).toBe(204);
      await until(async () => !(await isKnown()));
    });
  });

  it('is found only below its own environment', async () => {
    await web.post('/environments', { slug: 'own' });
    const { body } = await web.post('/environments/own/api-keys', {});
    expect((await web.delete(`/environments/staging/api-keys/${body.id}`)).status).toBe(404);
    expect((await web.delete('/environments/own/api-keys/none')).status).toBe(404);
    expect((await web.delete(`/environments/own/api-keys/${String(body.id).toUpperCase()}`)).status).toBe(
      204,
    );
  });
});
