import { describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { createCalls, getPaths } from '../client.ts';
import { withEvaluator } from '../evaluator.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

const variables = '/features/checkout/variables';

describe('a variable', () => {
  it('that is added later takes a value for each variation in the same call', async () => {
    const body = { slug: 'Checkout-Steps', type: 'number', values: { off: 3, 'One-Page': 1 } };
    const created = await web.post(variables, body);
    expect(created).toMatchObject({ status: 201, body: { slug: 'checkout-steps', type: 'number' } });
    const feature = await web.get('/features/checkout');
    expect(created.etag).toBe(feature.etag);
    expect(feature.body.variations).toMatchObject([
      { values: { 'checkout-steps': 3 } },
      { values: { 'checkout-steps': 1 } },
    ]);
  });

  it('is refused with every value that is missing, too many, or of another type', async () => {
    const body = { slug: 'new', type: 'boolean', values: { off: 'no', OFF: true, stranger: true } };
    expect((await web.post(variables, body)).body.details).toMatchObject([
      { path: 'values.off', message: 'must be true or false' },
      { path: 'values.OFF', message: 'is listed twice' },
      { path: 'values.stranger', message: 'is not a variation of the feature' },
      { path: 'values.one-page', message: 'is required: every variation needs a value for every variable' },
    ]);
    expect(getPaths(await web.post(variables, { slug: 'a b', type: 'text', values: [] }))).toEqual([
      'slug',
      'type',
      'values',
    ]);
  });

  it('needs a slug that no other variable of the project has', async () => {
    await web.post('/features', { slug: 'other', variables: [{ slug: 'other-variable', type: 'string' }] });
    const taken = {
      status: 409,
      body: { code: 'taken', details: [{ path: 'slug', message: 'belongs to the feature other' }] },
    };
    const values = { off: '', 'one-page': '' };
    const body = { slug: 'OTHER-variable', type: 'string', values };
    expect(await web.post(variables, body)).toMatchObject(taken);
    expect(await web.patch(`${variables}/checkout-layout`, { slug: 'other-variable' })).toMatchObject(taken);
  });

  it('keeps its values, its default and what is served under another slug', async () => {
    const key = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
    await withEvaluator(app, async (evaluator) => {
      const renamed = await web.patch(`${variables}/CHECKOUT-layout`, { slug: 'Layout' });
      expect(renamed).toMatchObject({ status: 200, body: { slug: 'layout', type: 'string' } });
      const { body } = await web.get('/features/checkout');
      expect(body.variations).toMatchObject([
        { values: { layout: 'classic' } },
        { values: { layout: 'one-page' } },
      ]);
      const served = (variable: string, user: object) => evaluator.evaluate(key, variable, user);
      await until(async () => (await served('layout', {})).reason !== 'variable_not_found');
      expect(await served('layout', { id: 'u' })).toMatchObject({ variation: 'off', value: 'classic' });
      expect(await served('layout', { id: 'user-7' })).toMatchObject({ value: 'one-page' });
      expect(await served('checkout-layout', {})).toMatchObject({ reason: 'variable_not_found' });
      expect((await web.patch(`${variables}/checkout-layout`, {})).status).toBe(404);
      expect((await web.patch(`${variables}/layout`, { slug: 'checkout-layout' })).status).toBe(200);
    });
  });

  it('is for client keys where it says so, and evaluators learn it', async () => {
    const key = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
    await withEvaluator(app, async (evaluator) => {
      await evaluator.evaluate(key, 'checkout-layout');
      const isClient = (variable: string) => evaluator.isClientVariable(key, variable);
      const values = { off: '', 'one-page': '' };
      const created = await web.post(variables, { slug: 'shown', type: 'string', client: true, values });
      expect(created).toMatchObject({ status: 201, body: { slug: 'shown', client: true } });
      await until(() => isClient('shown'));
      expect(await isClient('checkout-layout')).toBe(false);
      const marked = await web.patch(`${variables}/checkout-layout`, { client: true });
      expect(marked).toMatchObject({ status: 200, body: { slug: 'checkout-layout', client: true } });
      await until(() => isClient('checkout-layout'));
      const renamed = await web.patch(`${variables}/shown`, { slug: 'hidden', client: false });
      expect(renamed).toMatchObject({ status: 200, body: { slug: 'hidden', client: false } });
      await until(async () => (await evaluator.evaluate(key, 'hidden')).reason !== 'variable_not_found');
      expect(await isClient('hidden')).toBe(false);
      expect((await web.get('/features/checkout')).body.variables).toMatchObject([
        { slug: 'checkout-enabled', client: false },
        { slug: 'checkout-layout', client: true },
        {},
        { slug: 'hidden', client: false },
      ]);
      expect((await web.patch(`${variables}/checkout-layout`, { client: false })).status).toBe(200);
      expect((await web.delete(`${variables}/hidden`)).status).toBe(204);
    });
    expect(getPaths(await web.patch(`${variables}/checkout-layout`, { client: 1 }))).toEqual(['client']);
  });

  it('that is marked or unmarked has a line in the audit log', async () => {
    const { body } = await web.get('/features/checkout');
    const [{ slug, client }] = body.variables as [{ slug: string; client: boolean }];
    await web.patch(`${variables}/${slug}`, { client: !client });
    await web.patch(`${variables}/${slug}`, { client: !client });
    await web.patch(`${variables}/${slug}`, { client });
    const { rows } = await app.pool.query<{ text: string }>(
      `SELECT (after->'variables'->0->>'client') AS text FROM audit_record
       WHERE action = 'feature.updated' AND subject = 'web/checkout' ORDER BY id DESC LIMIT 2`,
    );
    expect(rows.map(({ text }) => text)).toEqual([String(client), String(!client)]);
  });

  it('keeps its type', async () => {
    expect(getPaths(await web.patch(`${variables}/checkout-layout`, { type: 'json' }))).toEqual(['type']);
  });

  it('is deleted with its values and defaults, even the last one, and frees its slug', async () => {
    const body = {
      slug: 'brief',
      variables: [{ slug: 'brief-variable', type: 'string' }],
      variations: [{ slug: 'a', values: { 'brief-variable': 'x' } }],
    };
    await web.post('/features', body);
    const deleted = await web.delete('/features/brief/variables/brief-variable');
    expect(deleted.status).toBe(204);
    const feature = await web.get('/features/brief');
    expect(deleted.etag).toBe(feature.etag);
    expect(feature.body).toMatchObject({ variables: [], variations: [{ slug: 'a', values: {} }] });
    expect((await web.delete('/features/brief/variables/brief-variable')).status).toBe(404);
    const again = { slug: 'brief-variable', type: 'number', values: { a: 1 } };
    expect((await web.post('/features/brief/variables', again)).status).toBe(201);
  });

  it('is written only when If-Match has the entity tag of its feature', async () => {
    const stale = { 'If-Match': (await web.get('/features/other')).etag };
    await web.patch('/features/other', { name: 'Another' });
    const at = '/features/other/variables';
    expect((await web.post(at, { slug: 'x1', type: 'string' }, stale)).status).toBe(412);
    expect((await web.patch(`${at}/other-variable`, { slug: 'x2' }, stale)).status).toBe(412);
    expect((await web.delete(`${at}/other-variable`, stale)).status).toBe(412);
    const current = { 'If-Match': (await web.get('/features/other')).etag };
    const { etag } = await web.post(at, { slug: 'x1', type: 'string' }, current);
    expect((await web.patch(`${at}/x1`, { slug: 'x2' }, { 'If-Match': etag })).status).toBe(200);
  });
});
