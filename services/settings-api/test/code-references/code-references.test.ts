import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { newId } from '@bunting/database';
import { createCalls, getPaths, type Answered, type Calls } from '../client.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { connect, firstSnapshot, lastSnapshot, refer, storeReferences } from './stored-references.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let calls: Calls;
let repositories: Readonly<Record<string, string>>;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  calls = createCalls(app);
  repositories = await storeReferences(app.pool);
});
afterAll(() => app.stop());

const locations = ({ body }: Answered) =>
  (body.items as { repository: string; file: string; line_number: number | null }[]).map(
    ({ repository, file, line_number }) => `${repository} ${file}:${line_number ?? ''}`,
  );

async function everyPage(path: string, calling: Calls = calls): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor = ''; ;) {
    const { status, body } = await calling.get(`${path}${path.includes('?') ? '&' : '?'}limit=1${cursor}`);
    expect(status).toBe(200);
    items.push(...(body.items as unknown[]));
    if (body.next_cursor === null) return items;
    cursor = `&cursor=${body.next_cursor as string}`;
  }
}

const path = '/features/checkout/code-references';

describe('the code references of a project', () => {
  it('stand by repository, file and line, with the feature, and keys that no variable has', async () => {
    const all = (await everyPage('/code-references')) as { variable: string; feature: string | null }[];
    expect(new Set(all.map(({ variable, feature }) => `${variable} ${feature}`))).toEqual(
      new Set([
        'checkout-enabled checkout',
        'checkout-layout checkout',
        'chekout null',
        'gone null',
        'retired null',
      ]),
    );
    const positions = (all as unknown as { repository: string; file: string; line_number: number }[]).map(
      ({ repository, file, line_number }) =>
        `${repository} ${file} ${String(line_number ?? 0).padStart(3, '0')}`,
    );
    expect(positions).toEqual(positions.toSorted());
    expect((await calls.get('/code-references?limit=200')).body.items).toEqual(all);
  });

  it('are found by a part of the key or the file, in any case; signs of patterns mean themselves', async () => {
    const found = async (query: string) => locations(await calls.get(`/code-references?${query}`));
    expect(await found('text=B.TS')).toEqual(['Acme/Web src/b.ts:3', 'Acme/Web src/b.ts:12']);
    expect(await found('text=Layout&state=stale')).toEqual(['acme/shop/app main.go:8']);
    expect(await found('text=Layout&state=recorded')).toEqual([]);
    expect(await found('text=%25')).toEqual([]);
    for (const [query, name] of [
      ['state=lost', 'state'],
      [`text=${'x'.repeat(201)}`, 'text'],
      ['cursor=WzFd', 'cursor'],
    ]) {
      const { status, body } = await calls.get(`/code-references?${query}`);
      expect([status, body.details]).toMatchObject([400, [{ path: `query.${name}` }]]);
    }
  });
});

describe('the code references of a feature', () => {
  it('show where each variable is used, in which state, since when, with a link to the line', async () => {
    const { status, body } = await calls.get(path);
    expect(status).toBe(200);
    expect(body.next_cursor).toBeNull();
    expect(body.items[2]).toEqual({
      variable: 'checkout-enabled',
      provider: 'github',
      repository: 'Acme/Web',
      file: 'src/b.ts',
      line_number: 12,
      snippet: '<b>if (on("checkout-enabled"))</b>',
      state: 'recorded',
      first_seen_at: firstSnapshot,
      last_seen_at: lastSnapshot,
      commit_sha: 'c0ffee',
      url: 'https://github.com/Acme/Web/blob/c0ffee/src/b.ts#L12',
    });
    expect(body.items[3]).toMatchObject({
      state: 'stale',
      last_seen_at: firstSnapshot,
      commit_sha: 'beef',
      url: 'https://github.com/Acme/Web/blob/beef/src/old.ts#L9',
    });
    expect(body.items[0]).toMatchObject({ line_number: null, url: expect.stringMatching(/src\/a\.ts$/) });
    expect(body.items[4]).toMatchObject({ commit_sha: null, url: null });
  });

  it('are ordered by variable, repository, file and line', async () => {
    expect(locations(await calls.get(path))).toEqual([
      'Acme/Web src/a.ts:',
      'Acme/Web src/b.ts:3',
      'Acme/Web src/b.ts:12',
      'Acme/Web src/old.ts:9',
      'acme/shop/app main.go:7',
      'acme/shop/app main.go:8',
    ]);
  });

  it.each([
    ['state=recorded', 4],
    ['state=stale', 2],
    ['variable=checkout-layout', 1],
    ['variable=CHECKOUT-layout', 1],
    ['variable=banner', 0],
    ['repository=acme/web', 4],
    ['repository=acme/web&provider=gitlab', 0],
    ['provider=gitlab', 2],
    ['repository=acme/web&state=stale&variable=checkout-enabled', 1],
    ['repository=acme/nothing', 0],
  ])('can be filtered by %s', async (query, count) => {
    const { status, body } = await calls.get(`${path}?${query}`);
    expect([status, (body.items as unknown[]).length]).toEqual([200, count]);
  });

  it.each(['', '?state=recorded', '?repository=acme/web'])('come page by page: %j', async (query) => {
    const { body } = await calls.get(`${path}${query}`);
    expect(await everyPage(`${path}${query}`)).toEqual(body.items);
  });

  it.each([
    ['state=gone', 'query.state'],
    ['provider=svn', 'query.provider'],
    ['limit=201', 'query.limit'],
    ['cursor=nonsense', 'query.cursor'],
    [`cursor=${Buffer.from('["a","b","c",1]').toString('base64url')}`, 'query.cursor'],
    [
      `cursor=${Buffer.from(JSON.stringify(['a', newId(), 'c', 1e99])).toString('base64url')}`,
      'query.cursor',
    ],
    [
      `cursor=${Buffer.from(JSON.stringify(['a', newId(), 'c', 1, 2])).toString('base64url')}`,
      'query.cursor',
    ],
    [`cursor=${Buffer.from(JSON.stringify(['a\0', newId(), 'c', 1])).toString('base64url')}`, 'query.cursor'],
    ['colour=red', 'query.colour'],
  ])('cannot be asked for by %s', async (query, problem) => {
    expect(getPaths(await calls.get(`${path}?${query}`))).toEqual([problem]);
  });

  it('are sent without characters of markup', async () => {
    const { text, headers } = await request(app.server)
      .get(`/settings/v1/organisations/acme/projects/web${path}`)
      .set({ Authorization: `Bearer ${acmeToken}` });
    expect(text).not.toMatch(/[<>&]/);
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
      'application/json',
      'nosniff',
    ]);
  });

  it('are 404 for an unknown feature', async () => {
    expect(await calls.get('/features/nothing/code-references')).toMatchObject({ status: 404 });
  });
});

describe('repositories', () => {
  it('are listed with their last snapshot and the number of unknown keys', async () => {
    const { status, body } = await calls.get('/repositories');
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        id: repositories['acme/empty'],
        provider: 'bitbucket',
        repository: 'acme/empty',
        branch: 'main',
        commit_sha: 'f00d',
        snapshot_at: lastSnapshot,
        references: 0,
        unknown_keys: 0,
        url: 'https://bitbucket.org/acme/empty/src/f00d',
      },
      expect.objectContaining({
        repository: 'acme/shop/app',
        references: 1,
        unknown_keys: 0,
        url: 'https://gitlab.com/acme/shop/app',
      }),
      expect.objectContaining({ repository: 'Acme/Web', references: 6, unknown_keys: 2 }),
    ]);
    expect(await everyPage('/repositories')).toEqual(body.items);
  });

  it('of another project are not among them', async () => {
    const other = await app.pool.query<{ slug: string }>(
      `INSERT INTO project (id, organisation_id, slug, name)
       SELECT $1, organisation_id, 'depot', 'Depot' FROM project WHERE slug = 'web' LIMIT 1 RETURNING slug`,
      [newId()],
    );
    expect(other.rows).toHaveLength(1);
    const depot = createCalls(app, undefined, 'depot');
    expect((await depot.get('/repositories')).body).toEqual({ items: [], next_cursor: null });
    const id = repositories['Acme/Web']!;
    expect(await depot.get(`/repositories/${id}/unknown-keys`)).toMatchObject({ status: 404 });
  });

  it('name the keys that no variable has, with the first reference of each', async () => {
    const list = `/repositories/${repositories['Acme/Web']!}/unknown-keys`;
    const { status, body } = await calls.get(list);
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        key: 'chekout',
        references: 1,
        file: 'src/a.ts',
        line_number: null,
        url: 'https://github.com/Acme/Web/blob/c0ffee/src/a.ts',
      },
      {
        key: 'retired',
        references: 2,
        file: 'src/c.ts',
        line_number: 5,
        url: 'https://github.com/Acme/Web/blob/c0ffee/src/c.ts#L5',
      },
    ]);
    expect(await everyPage(list)).toEqual(body.items);
  });

  it.each(['nonsense', newId()])('404 for %s', async (id) => {
    expect(await calls.get(`/repositories/${id}/unknown-keys`)).toMatchObject({ status: 404 });
  });
});

describe('variables without any reference', () => {
  it('are those of no last snapshot, with the time when there was one', async () => {
    const { status, body } = await calls.get('/unreferenced-variables');
    expect(status).toBe(200);
    const items = body.items as { slug: string }[];
    expect(items.find(({ slug }) => slug === 'checkout-layout')).toEqual({
      slug: 'checkout-layout',
      feature: 'checkout',
      feature_status: 'live',
      last_seen_at: firstSnapshot,
    });
    expect(items.map(({ slug }) => slug)).not.toContain('checkout-enabled');
    expect(items.map(({ slug }) => slug)).toEqual(items.map(({ slug }) => slug).toSorted());
    expect(await everyPage('/unreferenced-variables')).toEqual(items);
  });

  it('can be filtered by the status of their feature', async () => {
    const { body } = await calls.get('/unreferenced-variables?status=complete');
    for (const item of body.items) expect(item).toMatchObject({ feature_status: 'complete' });
    expect((await calls.get('/unreferenced-variables?status=live')).body.items.length).toBeGreaterThan(0);
  });
});

describe('a repository that is deleted', () => {
  it('is removed with its references, stale ones included, and the audit log has a record', async () => {
    const id = await connect(app.pool, 'github', 'acme/short-lived', 'c0ffee');
    await refer(app.pool, id, 'checkout-enabled', 'src/a.ts', 1);
    await refer(app.pool, id, 'checkout-enabled', 'src/a.ts', 2, { commit: 'beef' });
    const depot = createCalls(app, undefined, 'depot');
    expect(await depot.delete(`/repositories/${id}`)).toMatchObject({ status: 404 });
    expect(await calls.delete(`/repositories/${id}`)).toMatchObject({ status: 204 });
    expect(await calls.delete(`/repositories/${id}`)).toMatchObject({ status: 404 });
    expect(await calls.delete('/repositories/none')).toMatchObject({ status: 404 });
    const { body } = await calls.get('/repositories');
    expect((body.items as { id: string }[]).map((item) => item.id)).not.toContain(id);
    const { rows } = await app.pool.query(
      'SELECT 1 FROM code_reference WHERE repository_connection_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
    const log = await request(app.server)
      .get('/settings/v1/organisations/acme/audit-log?action=repository.deleted')
      .set({ Authorization: `Bearer ${acmeToken}` })
      .expect(200);
    expect(log.body.items).toMatchObject([
      {
        subject: 'web/acme/short-lived',
        project: 'web',
        before: { repository: 'acme/short-lived' },
        after: null,
      },
    ]);
  });
});
