import { describe, expect, it } from '@jest/globals';
import { createCalls, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

const variables = [
  { slug: 'Banner-Shown', type: 'boolean' },
  { slug: 'banner-text', type: 'string' },
];
const variations = [
  { slug: 'Off', values: { 'banner-shown': false, 'banner-text': '' } },
  { slug: 'on', name: 'On', values: { 'banner-shown': true, 'banner-text': 'Hello' } },
];

describe('a feature', () => {
  it('is created live, with its variables and variations, and read again under the same entity tag', async () => {
    const body = { slug: 'Banner', name: 'The banner', description: 'On top.', variables, variations };
    const created = await web.post('/features', body);
    expect(created).toMatchObject({
      status: 201,
      body: {
        slug: 'banner',
        name: 'The banner',
        description: 'On top.',
        status: 'live',
        variables: [
          { slug: 'banner-shown', type: 'boolean' },
          { slug: 'banner-text', type: 'string' },
        ],
        variations: [
          { slug: 'off', name: 'Off', values: { 'banner-shown': false, 'banner-text': '' } },
          { slug: 'on', name: 'On', values: { 'banner-shown': true, 'banner-text': 'Hello' } },
        ],
      },
    });
    expect(Date.parse(created.body.created_at as string)).not.toBeNaN();
    expect(await web.get('/features/BANNER')).toEqual({ ...created, status: 200 });
  });

  it('never shows its salt', async () => {
    const { body } = await web.get('/features/checkout');
    expect(Object.keys(body as object)).toEqual([
      'slug',
      'name',
      'description',
      'status',
      'kind',
      'tags',
      'owners',
      'gone_owners',
      'links',
      'permanent',
      'expected_until',
      'snoozed_until',
      'manager',
      'variables',
      'variations',
      'created_at',
      'updated_at',
    ]);
  });

  it('may have variables without variations, variations without variables, or neither', async () => {
    expect(await web.post('/features', { slug: 'bare' })).toMatchObject({
      status: 201,
      body: { name: 'bare', description: '', variables: [], variations: [] },
    });
    const alone = { slug: 'alone', variables: [{ slug: 'alone-variable', type: 'json' }] };
    expect(await web.post('/features', alone)).toMatchObject({ status: 201 });
    expect(await web.post('/features', { slug: 'valueless', variations: [{ slug: 'a' }] })).toMatchObject({
      status: 201,
      body: { variations: [{ slug: 'a', name: 'a', values: {} }] },
    });
  });

  it('is refused with every problem of its shape', async () => {
    const answer = await web.post('/features', {
      slug: '-',
      name: '',
      salt: 'mine',
      variables: [{ slug: 'a', type: 'date' }, 1],
    });
    expect(getPaths(answer)).toEqual(['name', 'salt', 'slug', 'variables[0].type', 'variables[1]']);
  });

  it('is refused with everything in it that is inconsistent', async () => {
    const answer = await web.post('/features', {
      slug: 'misfit',
      variables: [
        { slug: 'a', type: 'number' },
        { slug: 'A', type: 'boolean' },
        { slug: 'j', type: 'json' },
      ],
      variations: [
        { slug: 'x', values: { a: 1, j: null, stranger: 2 } },
        { slug: 'X', values: { a: true, A: false } },
      ],
    });
    expect(answer.body.details).toMatchObject([
      { path: 'variables[1].slug', message: '"a" is already used at variables[0].slug' },
      { path: 'variations[0].values.a', message: 'must be true or false' },
      { path: 'variations[0].values.j', message: 'must not be null' },
      { path: 'variations[0].values.stranger', message: 'is not a variable of the feature' },
      { path: 'variations[1].slug', message: '"x" is already used at variations[0].slug' },
      { path: 'variations[1].values.A', message: 'is listed twice' },
      {
        path: 'variations[1].values.j',
        message: 'is required: every variation needs a value for every variable',
      },
    ]);
  });

  it('cannot have the slug of another, nor variables that others have', async () => {
    expect(await web.post('/features', { slug: 'CHECKOUT' })).toMatchObject({
      status: 409,
      body: { error: 'A feature "checkout" already exists.', code: 'taken' },
    });
    const names = ['free', 'Checkout-Layout', 'checkout-enabled'];
    const body = { slug: 'rival', variables: names.map((slug) => ({ slug, type: 'string' })) };
    expect(await web.post('/features', body)).toMatchObject({
      status: 409,
      body: {
        error: 'A variable "checkout-layout" already exists.',
        code: 'taken',
        details: [
          { path: 'variables[1].slug', message: 'belongs to the feature checkout' },
          { path: 'variables[2].slug', message: 'belongs to the feature checkout' },
        ],
      },
    });
  });

  it('changes what a PATCH names, and nothing else', async () => {
    await web.post('/features', { slug: 'patched', name: 'Before', description: 'Stays.' });
    expect(await web.patch('/features/patched', { slug: 'Renamed', name: 'After' })).toMatchObject({
      status: 200,
      body: { slug: 'renamed', name: 'After', description: 'Stays.', status: 'live' },
    });
    expect((await web.get('/features/patched')).status).toBe(404);
    expect((await web.patch('/features/renamed', { slug: 'checkout' })).body.code).toBe('taken');
    expect((await web.patch('/features/renamed', { slug: 'RENAMED' })).status).toBe(200);
    expect(getPaths(await web.patch('/features/renamed', { status: 'deleted', salt: 'x' }))).toEqual([
      'salt',
      'status',
    ]);
  });

  it('goes from live to complete to archived and back', async () => {
    await web.post('/features', { slug: 'ageing' });
    for (const status of ['complete', 'archived', 'live', 'archived', 'complete', 'live']) {
      expect((await web.patch('/features/ageing', { status })).body.status).toBe(status);
    }
  });

  it('has no record of a PATCH that changes nothing', async () => {
    const before = await web.get('/features/checkout');
    expect(await web.patch('/features/checkout', { name: 'New checkout' })).toEqual(before);
  });

  it('frees its slug and those of its variables when it is deleted, whatever its status', async () => {
    const body = { slug: 'passing', variables: [{ slug: 'passing-variable', type: 'string' }] };
    for (const status of ['live', 'complete', 'archived']) {
      expect((await web.post('/features', body)).status).toBe(201);
      await web.patch('/features/passing', { status });
      expect((await web.delete('/features/passing')).status).toBe(204);
      expect((await web.delete('/features/passing')).status).toBe(404);
    }
  });

  it('is written only when If-Match has its entity tag', async () => {
    const { etag } = await web.post('/features', { slug: 'matched' });
    const stale = { 'If-Match': etag };
    const { etag: current } = await web.patch('/features/matched', { name: 'One' }, stale);
    expect(current).not.toBe(etag);
    expect(await web.patch('/features/matched', { name: 'Two' }, stale)).toMatchObject({
      status: 412,
      body: { code: 'changed_meanwhile' },
    });
    expect((await web.delete('/features/matched', stale)).status).toBe(412);
    expect((await web.delete('/features/matched', { 'If-Match': current })).status).toBe(204);
  });

  it('is for viewers to read and for members to define', async () => {
    const viewer = createCalls(app, await signIn(app, 'viewer@acme.example'));
    expect((await viewer.get('/features/checkout')).status).toBe(200);
    expect((await viewer.post('/features', { slug: 'no' })).status).toBe(403);
    const member = createCalls(app, await signIn(app, 'member@acme.example'));
    expect((await member.post('/features', { slug: 'theirs' })).status).toBe(201);
    expect((await member.delete('/features/theirs')).status).toBe(204);
  });

  it('leaves an audit record in the name of who changed it', async () => {
    const member = createCalls(app, await signIn(app, 'member@acme.example'));
    await member.post('/features', { slug: 'audited' });
    const { rows } = await app.pool.query<object>(
      `SELECT actor, source, action, subject FROM audit_record WHERE subject = 'web/audited'`,
    );
    expect(rows).toEqual([
      { actor: 'member@acme.example', source: 'session', action: 'feature.created', subject: 'web/audited' },
    ]);
  });
});

describe('the list of features', () => {
  const slugsOf = async (query: string) => {
    const { body } = await web.get(`/features?${query}`);
    return (body as { items: { slug: string }[] }).items.map(({ slug }) => slug);
  };

  it('shows everything except the values', async () => {
    const { body } = await web.get('/features?text=checkout-lay');
    const { body: whole } = await web.get('/features/checkout');
    const {
      environments,
      last_evaluated_at: _at,
      referenced: _referenced,
      changed: _changed,
      ...item
    } = body.items[0];
    expect({ ...body, items: [item] }).toEqual({
      items: [
        {
          ...whole,
          variations: [
            { slug: 'off', name: 'Off' },
            { slug: 'one-page', name: 'One page' },
          ],
        },
      ],
      next_cursor: null,
    });
    expect(Object.keys(environments as object)).toEqual(['production', 'staging']);
  });

  it('finds text in slugs, names, descriptions and slugs of variables, in any case and without wildcards', async () => {
    await web.post('/features', { slug: 'list-a', name: 'Ünïcode_Name', description: '100 %' });
    await web.post('/features', { slug: 'list-b', variables: [{ slug: 'list_key', type: 'string' }] });
    expect(await slugsOf(`text=${encodeURIComponent('ünÏcode')}`)).toEqual(['list-a']);
    expect(await slugsOf(`text=${encodeURIComponent('0 %')}`)).toEqual(['list-a']);
    expect(await slugsOf('text=LIST_K')).toEqual(['list-b']);
    expect(await slugsOf('text=LIST-')).toEqual(['list-a', 'list-b']);
    expect(await slugsOf(`text=${encodeURIComponent("%' OR 1=1")}`)).toEqual([]);
  });

  it('is filtered by status and paged by slug', async () => {
    for (const slug of ['page-1', 'page-2', 'page-3']) {
      await web.post('/features', { slug });
      await web.patch(`/features/${slug}`, { status: 'archived' });
    }
    const first = await web.get('/features?status=archived&limit=2&text=page-');
    expect((first.body.items as { slug: string }[]).map(({ slug }) => slug)).toEqual(['page-1', 'page-2']);
    const rest = `status=archived&text=page-&cursor=${first.body.next_cursor}`;
    expect(await slugsOf(rest)).toEqual(['page-3']);
    expect(await slugsOf('status=live&text=page-')).toEqual([]);
  });

  it('refuses parameters that it cannot understand', async () => {
    expect(getPaths(await web.get('/features?status=deleted&limit=201&sort=colour'))).toEqual([
      'query.limit',
      'query.sort',
      'query.status',
    ]);
    expect(getPaths(await web.get('/features?text=%00'))).toEqual(['query.text']);
    expect(getPaths(await web.get('/features?cursor=***'))).toEqual(['query.cursor']);
  });
});
