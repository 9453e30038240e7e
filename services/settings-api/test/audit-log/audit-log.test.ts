import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import { acmeToken, organisations } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { signIn, startApp, type RunningApp } from '../running-app.ts';

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
        { path: 'query.project', message: 'is not a project of this organisation', code: 'invalid' },
      ]);
    }
  });
});

describe('the audit log, sought through', () => {
  it('is filtered by environment, also a deleted one, by slug or id', async () => {
    const made = await admin.post(`${web}/environments`, { slug: 'preview' }).expect(201);
    expect(made.body.slug).toBe('preview');
    await admin.delete(`${web}/environments/preview`).expect(204);
    const gone = await read('&project=web&environment=PREVIEW');
    expect(gone.map(({ action }) => action)).toEqual(['environment.deleted', 'environment.created']);
    const { environment_id: id } = gone[0] as unknown as { environment_id: string };
    expect(await read(`&environment=${id}`)).toEqual(gone);
  });

  it('is filtered by how it was done, and by a noun', async () => {
    const sources = new Set(
      (await read('&source=bootstrap')).map((each) => (each as unknown as Sourced).source),
    );
    expect(sources).toEqual(new Set(['bootstrap']));
    const ofProjects = await actions('&action=project.*');
    expect(new Set(ofProjects.map((action) => action.split('.')[0]))).toEqual(new Set(['project']));
    expect(ofProjects.length).toBe(
      (await actions('')).filter((action) => action.startsWith('project.')).length,
    );
    expect(await actions('&action=proj.*')).toEqual([]);
  });

  it('is filtered by a text of the subject or the comment; signs of patterns mean themselves', async () => {
    await admin.post('/organisations/acme/projects?comment=100%25%20Sure', { slug: 'sure' }).expect(201);
    expect(await actions('&text=sUre')).toEqual(['project.created']);
    expect(await actions('&text=100%25')).toEqual(['project.created']);
    expect(await actions('&text=1%25')).toEqual([]);
    expect(await actions('&text=s_re')).toEqual([]);
    await admin.delete('/organisations/acme/projects/sure').expect(204);
  });

  it('does not tell viewers whether an address of a webhook endpoint has a text', async () => {
    await app.pool.query(
      `INSERT INTO audit_record (id, organisation_id, actor, source, action, subject)
       SELECT $1, id, 'staff', 'staff', 'webhook_endpoint.created', 'https://hooks.example/T0/geheim' FROM organisation
       WHERE slug = 'acme'`,
      [newId()],
    );
    expect(await actions('&text=geheim')).toEqual([]);
    const { body } = await admin.get('/organisations/acme/audit-log?text=geheim').expect(200);
    expect(body.items).toMatchObject([{ subject: 'https://hooks.example/T0/geheim' }]);
  });

  it('goes on where a page has read through 20,000 records and found few', async () => {
    await app.pool.query(
      `INSERT INTO audit_record (id, organisation_id, actor, source, action, subject)
       SELECT gen.id, organisation.id, 'many@acme.example', 'import', 'feature.created', 'web/f' FROM organisation,
         unnest($1::uuid[]) AS gen (id)
       WHERE slug = 'acme'`,
      [Array.from({ length: 20_010 }, () => newId())],
    );
    const path = '/organisations/acme/audit-log?source=bootstrap&limit=200';
    const first = await viewer.get(path).expect(200);
    expect([first.body.items, typeof first.body.next_cursor]).toEqual([[], 'string']);
    const second = await viewer.get(`${path}&cursor=${first.body.next_cursor}`).expect(200);
    expect(second.body.items.length).toBeGreaterThan(0);
    expect(second.body.next_cursor).toBeNull();
  });
});

describe('the audit log as CSV', () => {
  const csv = (query: string, status = 200) =>
    viewer.get(`/organisations/acme/audit-log?${query}`).set('Accept', 'text/csv').expect(status);

  it('has all that is filtered, in lines, and no cell that a spreadsheet computes', async () => {
    for (const [action, comment] of [
      ['=1+1', '+cmd|x'],
      ['@sum', 'a "quoted", one'],
    ] as const) {
      await app.pool.query(
        `INSERT INTO audit_record (id, organisation_id, actor, source, action, subject, comment)
         SELECT $1, id, 'csv@acme.example', 'session', $2, '-2+3', $3 FROM organisation WHERE slug = 'acme'`,
        [newId(), action, comment],
      );
    }
    const { text, headers } = await csv('actor=csv@acme.example&limit=1');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="audit-log.csv"',
      'cache-control': 'no-store',
    });
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toBe(
      'at,actor,source,action,subject,project,environment,feature,changes,comment,change_id,id',
    );
    expect(lines.map((line) => line.split(',').slice(1, -2).join())).toEqual([
      `csv@acme.example,session,'@sum,'-2+3,,,,'@sum -2+3: updated,"a ""quoted"", one"`,
      `csv@acme.example,session,'=1+1,'-2+3,,,,'=1+1 -2+3: updated,'+cmd|x`,
    ]);
  });

  it('is refused where it would be longer than 20,000 records', async () => {
    const { body } = await csv('', 400);
    expect(body.details).toEqual([
      {
        path: 'query.from',
        message: 'has more than 20000 records: choose a shorter period',
        code: 'invalid',
      },
    ]);
  });

  it('has every record of several pages once', async () => {
    await app.pool.query(
      `DELETE FROM audit_record WHERE actor = 'many@acme.example' AND id < (SELECT id FROM audit_record
         WHERE actor = 'many@acme.example' ORDER BY id DESC OFFSET 449 LIMIT 1)`,
    );
    const { text } = await csv('actor=many@acme.example&source=import');
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(-36));
    expect([ids.length, new Set(ids).size]).toEqual([450, 450]);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });
});

interface Sourced {
  readonly source: string;
}
