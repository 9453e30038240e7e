import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acmeToken, organisations } from './organisations.ts';
import { bearer, callsAs } from './people.ts';
import { signIn, startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
let admin: ReturnType<typeof callsAs>;
let viewer: ReturnType<typeof callsAs>;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  admin = callsAs(app, await signIn(app, 'admin@acme.example'));
  viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
  await callsAs(app, bearer(acmeToken)).patch(`${web}/features/checkout`, { name: 'Checkout' }).expect(200);
  await admin.post('/organisations/acme/projects', { slug: 'blog' }).expect(201);
  await admin.delete('/organisations/acme/projects/blog').expect(204);
});
afterAll(() => app.stop());

const web = '/organisations/acme/projects/web';

interface Item {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  project: string | null;
  project_id: string | null;
}

async function read(query = ''): Promise<Item[]> {
  const { body } = await viewer.get(`/organisations/acme/audit-log?limit=200${query}`).expect(200);
  return body.items as Item[];
}
const actions = async (query: string) => (await read(query)).map(({ action }) => action);

describe('the audit log', () => {
  it('lists who changed what, before and after, newest first', async () => {
    const items = await read();
    expect(items.slice(0, 3)).toMatchObject([
      { action: 'project.deleted', subject: 'blog', before: { slug: 'blog', name: 'blog' }, after: null },
      { action: 'project.created', actor: 'admin@acme.example', source: 'session', project: null },
      {
        action: 'feature.updated',
        actor: 'owner@acme.example',
        source: 'api_token',
        subject: 'web/checkout',
        project: 'web',
        feature: 'checkout',
        environment: null,
        before: { name: 'New checkout' },
        after: { name: 'Checkout' },
        changes: ['feature checkout: name "New checkout" → "Checkout"'],
      },
    ]);
    expect(items.map(({ id }) => id)).toEqual(
      items
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  it('is read page by page, to the end', async () => {
    const all = await read();
    const pages: Item[] = [];
    let cursor = '';
    do {
      const { body } = await viewer.get(`/organisations/acme/audit-log?limit=5${cursor}`).expect(200);
      pages.push(...(body.items as Item[]));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    expect(pages).toEqual(all);
  });

  it('is filtered by project, also a deleted one, by slug or id', async () => {
    expect(new Set((await read('&project=WEB')).map(({ project }) => project))).toEqual(new Set(['web']));
    const gone = await read('&project=blog');
    expect(gone.map(({ action }) => action)).toEqual(['project.deleted', 'project.created']);
    expect(await read(`&project=${gone[0]!.project_id}`)).toEqual(gone);
  });

  it('is filtered by feature, a deleted one too', async () => {
    expect((await actions('&project=web&feature=checkout'))[0]).toBe('feature.updated');
    await admin.delete(`${web}/features/checkout`).expect(204);
    expect((await actions('&project=web&feature=checkout')).slice(-1)).toEqual(['feature.created']);
  });

  it('is filtered by actor and by action', async () => {
    const ofAdmin = await read('&actor=Admin@acme.example');
    expect(new Set(ofAdmin.map(({ actor }) => actor))).toEqual(new Set(['admin@acme.example']));
    expect(await actions('&action=project.deleted')).toEqual(['project.deleted']);
    expect(await read('&action=project.deleted&actor=nobody@acme.example')).toEqual([]);
  });

  it('tells the records of one change, with its comment', async () => {
    const path = '/organisations/acme/projects?comment=For%20the%20news';
    const made = await admin.post(path, { slug: 'news' }).expect(201);
    const changeId = made.headers['change-id'] as string;
    const items = await read(`&change_id=${changeId.toUpperCase()}`);
    expect(items).toMatchObject([
      { action: 'project.created', change_id: changeId, comment: 'For the news' },
    ]);
    const one = await viewer.get(`/organisations/acme/audit-log/${items[0]!.id}`).expect(200);
    expect(one.body).toEqual(items[0]);
    const deleted = await admin.delete('/organisations/acme/projects/news').expect(204);
    const [last] = await read();
    expect(last).toMatchObject({ change_id: deleted.headers['change-id'], comment: null });
    expect(await read(`&change_id=${changeId}&action=project.deleted`)).toEqual([]);
  });

  it('is filtered by time: from the first moment, before the last', async () => {
    const all = await read();
    const pivot = all.find(({ action }) => action === 'project.created')!;
    const since = await read(`&from=${pivot.at}`);
    const until = await read(`&to=${pivot.at}`);
    expect([...since, ...until]).toEqual(all);
    expect(since).toContainEqual(pivot);
    const inParis = new Date(Date.parse(pivot.at) + 3_600_000).toISOString().replace('Z', '+01:00');
    expect(await read(`&from=${inParis}`)).toEqual(since);
    expect(await read('&from=2000-01-01T00:00:00Z&to=2000-01-02T00:00:00Z')).toEqual([]);
  });

  it.each([
    ['project=nothing', 'query.project'],
    ['project=web&feature=nothing', 'query.feature'],
    ['feature=checkout', 'query.feature'],
    ['from=yesterday', 'query.from'],
    ['to=2026-02-30T25:00:00Z', 'query.to'],
    ['cursor=bm90IGFuIGlk', 'query.cursor'],
    ['change_id=1', 'query.change_id'],
    ['colour=red', 'query.colour'],
  ])('refuses %s', async (query, path) => {
    const { body } = await viewer.get(`/organisations/acme/audit-log?${query}`).expect(400);
    expect(body.details).toMatchObject([{ path }]);
  });

  it('shows nothing of another organisation', async () => {
    const globex = callsAs(app, await signIn(app, 'owner@globex.example'));
    await globex.get('/organisations/acme/audit-log').expect(404);
    const { body } = await globex.get('/organisations/globex/audit-log?limit=200').expect(200);
    expect(JSON.stringify(body)).not.toContain('acme');
    const [{ id }] = (await app.pool.query<{ id: string }>(`SELECT id FROM project WHERE slug = 'web'`))
      .rows as [{ id: string }];
    // The answer is the same as for a project that never existed, so it reveals nothing.
    const none = '00000000-0000-7000-8000-000000000000';
    for (const query of [
      `project=${id}`,
      `project=${id}&feature=checkout`,
      `project=${id}&feature=nothing`,
    ]) {
      const path = '/organisations/globex/audit-log?';
      const foreign = await globex.get(path + query).expect(400);
      expect(foreign.body).toEqual((await globex.get(path + query.replace(id, none)).expect(400)).body);
      expect(foreign.body.details).toEqual([
        { path: 'query.project', message: 'names no project of this organisation' },
      ]);
    }
  });
});
