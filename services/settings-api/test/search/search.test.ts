import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import { callsAs } from '../people.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });

let viewer: ReturnType<typeof callsAs>;
let owner: ReturnType<typeof callsAs>;
beforeAll(async () => {
  viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
  owner = callsAs(app, await signIn(app, 'owner@acme.example'));
});

const search = async (text: string, limit = 20) => {
  const query = new URLSearchParams({ text, limit: String(limit) }).toString();
  const { body } = await viewer.get(`/organisations/acme/search?${query}`).expect(200);
  return body.items as { kind: string; slug: string; rank: number }[];
};
const briefly = (items: Awaited<ReturnType<typeof search>>) =>
  items.map(({ kind, slug, rank }) => `${kind} ${slug} ${rank}`);

describe('a search', () => {
  it('finds every kind by slug and name, in any case, with the best first', async () => {
    await owner.post('/organisations/acme/projects/web/segments', {
      slug: 'late-checkout',
      name: 'Über Nacht',
      any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
    });
    expect(briefly(await search('CHECKOUT'))).toEqual([
      'feature checkout 5',
      'variable checkout-enabled 4',
      'variable checkout-layout 4',
      'segment late-checkout 2',
    ]);
    expect(briefly(await search('über n'))).toEqual(['segment late-checkout 3']);
    expect(briefly(await search('ÜBER N'))).toEqual(['segment late-checkout 3']);
    expect(briefly(await search('production'))).toEqual(['environment production 5']);
    expect(briefly(await search('web'))).toContain('project web 5');
    expect(briefly(await search('admin@'))).toContain('member admin@acme.example 4');
  });

  it('names the project and the feature of a variable', async () => {
    expect(await search('checkout-layout')).toEqual([
      expect.objectContaining({ kind: 'variable', project: 'web', feature: 'checkout', rank: 5 }),
    ]);
  });

  it('finds a webhook endpoint by its id and by what viewers see of its address, not by the rest', async () => {
    const { body, headers } = await owner
      .post('/organisations/acme/webhook-endpoints', {
        url: 'https://93.184.215.14/services/very-secret',
        events: ['*'],
      })
      .expect(201);
    const { id } = (body.endpoint ?? body) as { id: string };
    expect(briefly(await search('93.184'))).toEqual([`webhook_endpoint ${id} 1`]);
    expect(briefly(await search(id))).toEqual([`webhook_endpoint ${id} 5`]);
    expect(await search('very-secret')).toEqual([]);
    expect(await search(headers['change-id'] as string)).toEqual([
      expect.objectContaining({ kind: 'change', name: 'https://93.184.215.14/services/…' }),
    ]);
  });

  it('finds a change by its id and by that of a record, in its own organisation alone', async () => {
    const answer = await owner.patch('/organisations/acme/projects/web/features/checkout', { name: 'Till' });
    const id = answer.headers['change-id'] as string;
    const { body } = await owner.get(`/organisations/acme/audit-log?change_id=${id}`).expect(200);
    for (const asked of [id, id.toUpperCase(), body.items[0].id as string])
      expect(briefly(await search(asked))).toEqual([`change ${id} 5`]);
    const other = callsAs(app, await signIn(app, 'owner@globex.example'));
    const { body: elsewhere } = await other.get(`/organisations/globex/search?text=${id}`).expect(200);
    expect(elsewhere.items).toEqual([]);
  });

  it('finds nothing of other organisations, nothing that was deleted, and nothing for blanks', async () => {
    expect(await search('globex')).toEqual([]);
    await owner.post('/organisations/acme/projects/web/features', { slug: 'gone-soon' }).expect(201);
    expect(await search('gone-soon')).toHaveLength(1);
    await owner.delete('/organisations/acme/projects/web/features/gone-soon').expect(204);
    expect(await search('gone-soon')).toEqual([]);
    expect(await search('  ')).toEqual([]);
  });

  it('takes characters of patterns as they are', async () => {
    expect(await search('%')).toEqual([]);
    expect(await search('_')).toEqual([]);
  });

  it.each([
    ['text=', 'query.text'],
    [`text=${'x'.repeat(201)}`, 'query.text'],
    ['text=a&limit=0', 'query.limit'],
    ['text=a&limit=51', 'query.limit'],
    ['limit=5', 'query.text'],
  ])('has bounds: %s is 400', async (query, path) => {
    const { body } = await viewer.get(`/organisations/acme/search?${query}`).expect(400);
    expect(body.details[0].path).toBe(path);
  });

  it('answers at most as many as asked for, of 10,000 features', async () => {
    const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM project WHERE slug = 'web'`);
    await app.pool.query(
      `INSERT INTO feature (id, project_id, slug, name, salt)
       SELECT ids.id, $1, 'many-' || n, 'Many ' || n, 'a1b2c3d4'
       FROM unnest($2::uuid[]) WITH ORDINALITY AS ids (id, n)`,
      [rows[0]!.id, Array.from({ length: 10_000 }, () => newId())],
    );
    const found = await search('many', 7);
    expect(found).toHaveLength(7);
    expect(found.every(({ rank }) => rank === 4)).toBe(true);
    expect((await search('many-9999'))[0]).toMatchObject({ slug: 'many-9999', rank: 5 });
  });
});

describe('the lists for a switcher', () => {
  const content = {
    feature_count: expect.any(Number),
    environments: expect.arrayContaining([{ slug: 'production', name: expect.any(String), protected: true }]),
  };

  it('tell of each project how many features it has, and its environments', async () => {
    const { body } = await viewer.get('/organisations/acme/projects').expect(200);
    expect(body.items[0]).toMatchObject({ slug: 'web', ...content });
    const { rows } = await app.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM feature JOIN project ON project.id = project_id
       WHERE project.slug = 'web' AND status <> 'deleted' AND organisation_id =
         (SELECT id FROM organisation WHERE slug = 'acme')`,
    );
    expect(body.items[0].feature_count).toBe(rows[0]!.count);
  });

  it('need one request for all organisations', async () => {
    const { body } = await viewer.get('/organisations').expect(200);
    expect(body.items).toEqual([
      expect.objectContaining({
        slug: 'acme',
        projects: [expect.objectContaining({ slug: 'web', ...content })],
      }),
    ]);
  });
});
