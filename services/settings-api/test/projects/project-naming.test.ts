import { describe, expect, it } from '@jest/globals';
import { createCalls, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

const naming = { features: '^web-', variables: '^web-[a-z0-9-]+$', hint: 'web- and the name of the team' };
const message = "doesn't follow the project's naming rules: web- and the name of the team";
const detailsOf = ({ status, body }: { status: number; body: { details?: unknown } }) => ({
  status,
  details: body.details,
});
const refused = (...paths: string[]) => ({
  status: 400,
  details: paths.map((path) => ({ path, message, code: 'invalid' })),
});

describe('the naming of a project', () => {
  it('is set, read, kept and removed by a PATCH, under the entity tag of the project', async () => {
    expect((await web.get('')).body).toMatchObject({ naming: null });
    const set = await web.patch('', { naming });
    expect(set).toMatchObject({ status: 200, body: { naming } });
    expect(await web.get('')).toEqual(set);
    expect((await web.patch('', { name: 'The web' })).body).toMatchObject({ name: 'The web', naming });
    expect((await web.patch('', { naming: null }, { 'If-Match': set.etag })).status).toBe(412);
    expect((await web.patch('', { naming: null })).body).toMatchObject({ naming: null });
    const { rows } = await app.pool.query<object>(
      `SELECT before->'naming' AS before, after->'naming' AS after FROM audit_record
       WHERE action = 'project.updated' ORDER BY id`,
    );
    expect(rows).toEqual([
      { before: null, after: naming },
      { before: naming, after: naming },
      { before: naming, after: null },
    ]);
  });

  it('is checked when it is written', async () => {
    expect(getPaths(await web.patch('', { naming: { features: '(', variables: 'a(?=b)' } }))).toEqual([
      'naming.features',
      'naming.variables',
    ]);
    expect(getPaths(await web.patch('', { naming: { hint: 'Only that.' } }))).toEqual(['naming']);
    expect(getPaths(await web.patch('', { naming: { features: 'a'.repeat(1_001), hint: '' } }))).toEqual([
      'naming.features',
      'naming.hint',
    ]);
    expect(getPaths(await web.patch('', { naming: { pattern: 'x' } }))).toEqual(['naming.pattern']);
  });

  it('refuses new slugs that do not match, in every way of writing, and leaves those that are there', async () => {
    await web.patch('', { naming });
    const variable = { slug: 'layout', type: 'string' };

    const created = await web.post('/features', { slug: 'shop', variables: [variable] });
    expect(detailsOf(created)).toEqual(refused('slug', 'variables[0].slug'));
    const body = { slug: 'Web-Shop', variables: [{ slug: 'WEB-a', type: 'string' }] };
    expect((await web.post('/features', body)).status).toBe(201);

    expect(detailsOf(await web.patch('/features/web-shop', { slug: 'shop' }))).toEqual(refused('slug'));
    expect(detailsOf(await web.patch('/features/checkout', { slug: 'shop' }))).toEqual(refused('slug'));
    expect((await web.patch('/features/checkout', { name: 'Stays' })).status).toBe(200);

    expect(detailsOf(await web.post('/features/web-shop/variables', variable))).toEqual(
      refused('variables[1].slug'),
    );
    const renamed = await web.patch('/features/checkout/variables/checkout-layout', { slug: 'layout' });
    expect(detailsOf(renamed)).toEqual(refused('variables[1].slug'));
    const marked = await web.patch('/features/checkout/variables/checkout-layout', { client: true });
    expect(marked.status).toBe(200);

    const document = {
      features: [
        { slug: 'checkout', name: 'Still here' },
        { slug: 'till', variables: [variable] },
      ],
    };
    const imported = await web.post('/import', document);
    expect(detailsOf(imported)).toEqual(refused('features.till.slug', 'features.till.variables[0].slug'));
    expect((await web.post('/import?dry_run=true', document)).status).toBe(400);
    expect((await web.post('/import', { naming: null, ...document })).status).toBe(200);
  });

  it('is part of exports, and a document keeps, sets and removes it', async () => {
    expect((await web.post('/import', { naming })).status).toBe(200);
    expect((await web.get('/export')).body).toMatchObject({ naming });
    expect((await web.post('/import', {})).body).toMatchObject({ changes: [] });
    expect(getPaths(await web.post('/import', { naming: { features: '(' } }))).toEqual(['naming.features']);
    const { body } = await web.post('/import', { naming: null });
    expect((body as { changes: { text: string }[] }).changes.map(({ text }) => text)).toEqual([
      expect.stringContaining('project web: naming {"'),
    ]);
    expect((await web.get('/export')).body).toMatchObject({ naming: null });
  });
});
