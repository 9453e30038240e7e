import { beforeEach, describe, expect, it } from '@jest/globals';
import { everyone, production, readAuditRecords, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, getLines, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

describe('a dry run', () => {
  beforeEach(() => restoreOrganisations(app));
  const inProduction = { environment: 'production', protected: true, feature: 'checkout' };
  const inStaging = { environment: 'staging', protected: false, feature: 'checkout' };

  it('that differs in nothing has no lines', async () => {
    const { targeting } = (await web.get(production)).body;
    const { body } = await web.put(`${production}/targeting?dry_run=true`, targeting);
    expect(body).toEqual({
      dry_run: true,
      changes: [],
      touches: [],
      touches_omitted: 0,
      approval_required: [],
    });
  });

  it('touches the one environment whose targeting it changes', async () => {
    const { body } = await web.put(`${staging}/targeting?dry_run=true`, { enabled: true, rules: [everyone] });
    expect(body.touches).toEqual([inStaging]);
  });

  it('of a value touches where its variation is served, by a rule, a default or an override', async () => {
    const value = (variation: string) =>
      web.patch(`/features/checkout/variations/${variation}?dry_run=true`, {
        values: { 'checkout-layout': 'other' },
      });
    expect((await value('one-page')).body.touches).toEqual([inProduction]);
    await web.put(`${staging}/overrides/u`, { variation: 'one-page' });
    expect((await value('one-page')).body.touches).toEqual([inProduction, inStaging]);
    expect((await value('off')).body.touches).toEqual([inProduction]);
  });

  it('of a name touches nothing', async () => {
    const { body } = await web.patch('/features/checkout?dry_run=true', { name: 'Till' });
    expect(getLines({ body })).toEqual(['feature checkout: name "New checkout" → "Till"']);
    expect(body.touches).toEqual([]);
  });

  it('of a status, a slug or a deletion touches every environment that serves the feature', async () => {
    for (const change of [{ status: 'archived' }, { slug: 'till' }]) {
      const { body } = await web.patch('/features/checkout?dry_run=true', change);
      expect(body.touches).toEqual([inProduction]);
    }
    await web.put(`${staging}/defaults`, { 'checkout-enabled': 'off' });
    expect((await web.delete('/features/checkout?dry_run=true')).body.touches).toEqual([
      inProduction,
      inStaging,
    ]);
    expect((await web.get(production)).status).toBe(200);
  });

  it('of a segment touches the features whose rules name it', async () => {
    const put = (body: object) => web.put('/segments/canada?dry_run=true', body);
    const wider = await put({ name: 'Canada', any_of: [] });
    expect(wider.body.touches).toEqual([inProduction]);
    expect(getLines(wider)).toHaveLength(1);
    const { any_of } = (await web.get('/segments/canada')).body;
    expect((await put({ name: 'Kanada', any_of })).body.touches).toEqual([]);
  });

  it('of an import touches where a feature that it makes would be served', async () => {
    const fresh = {
      slug: 'fresh',
      variables: [{ slug: 'fresh', type: 'boolean' }],
      variations: [{ slug: 'on', values: { fresh: true } }],
      environments: { production: { defaults: { fresh: 'on' } } },
    };
    const environments = [{ slug: 'production', protected: true }];
    const { body } = await web.post('/import?dry_run=true', { environments, features: [fresh] });
    expect(body.touches).toEqual([{ ...inProduction, feature: 'fresh' }]);
  });

  it('of the deletion of an environment touches what it serves', async () => {
    const { body } = await web.delete('/environments/production?dry_run=true');
    expect(body.touches).toEqual([inProduction]);
    expect((await web.get('/environments/production')).status).toBe(200);
  });

  it('names the first thousand places, and how many more there are', async () => {
    await app.pool.query(
      `INSERT INTO environment (id, project_id, slug, name, updated_at)
       SELECT gen_random_uuid(), id, 'e' || lpad(number::text, 4, '0'), '', now()
       FROM project, generate_series(1, 1001) AS number WHERE slug = 'web'`,
    );
    await app.pool.query(
      `INSERT INTO targeting (id, feature_id, environment_id, enabled, updated_at)
       SELECT gen_random_uuid(), feature.id, environment.id, true, now()
       FROM feature JOIN environment USING (project_id)
       WHERE feature.slug = 'checkout' AND (environment.slug LIKE 'e0%' OR environment.slug LIKE 'e1%')`,
    );
    try {
      const { body } = await web.patch('/features/checkout?dry_run=true', { status: 'archived' });
      expect(body.touches).toHaveLength(1_000);
      expect(body.touches[0]).toEqual(inProduction);
      expect(body.touches_omitted).toBe(2);
    } finally {
      await app.pool.query(`DELETE FROM environment WHERE slug LIKE 'e0%' OR slug LIKE 'e1%'`);
    }
  });

  it('is refused as the change itself would be', async () => {
    const member = createCalls(app, await signIn(app, 'member@acme.example'));
    const refused = await member.put(`${production}/targeting?dry_run=true`, { enabled: true, rules: [] });
    expect(refused).toMatchObject({ status: 403, body: { code: 'role_insufficient' } });
    expect(
      getPaths(await web.put(`${production}/targeting?dry_run=true`, { enabled: true, rules: [7] })),
    ).toEqual(['rules[0]']);
    expect((await web.delete('/segments/canada?dry_run=true')).status).toBe(409);
    const { etag } = await web.get(production);
    await web.put(`${production}/overrides/u`, { variation: 'off' });
    const late = await web.patch(
      `${production}/targeting?dry_run=true`,
      { enabled: false },
      { 'If-Match': etag },
    );
    expect(late.status).toBe(412);
  });

  it('is nothing that a route knows which makes no change, or that has another value: 400, and nothing is changed', async () => {
    expect(getPaths(await web.get('/environments/staging?dry_run=true'))).toEqual(['query.dry_run']);
    const explain = await web.post('/environments/staging/explain?dry_run=true', {
      variable: 'checkout-layout',
    });
    expect(getPaths(explain)).toEqual(['query.dry_run']);
    expect(getPaths(await web.put(`${staging}/defaults?dry_run=yes`, {}))).toEqual(['query.dry_run']);
    expect(await readAuditRecords(app)).toEqual([]);
  });

  describe.each([
    ['copy', '/features/checkout/copy-environment', () => ({ from: 'production', to: 'staging' })],
    ['restore', `${staging}/restore`, () => ({ at: new Date().toISOString() })],
    ['bulk', '/features/bulk', () => ({ features: ['checkout'], set: { add_tags: ['autumn'] } })],
  ])('of %s', (_, path, body) => {
    it('is asked for in the query, or in the body as before', async () => {
      await web.patch(`${staging}/targeting`, { enabled: true });
      const before = await readAuditRecords(app);
      for (const [query, dryRun] of [
        ['?dry_run=true', {}],
        ['', { dry_run: true }],
        ['?dry_run=true', { dry_run: true }],
      ] as const) {
        const answer = await web.post(`${path}${query}`, { ...body(), ...dryRun });
        expect(answer).toMatchObject({ status: 200, body: { dry_run: true, touches_omitted: 0 } });
      }
      expect(await readAuditRecords(app)).toEqual(before);
    });

    it.each([
      ['true', false],
      ['false', true],
    ])('is refused where the query says %s and the body %s', async (query, dryRun) => {
      const refused = await web.post(`${path}?dry_run=${query}`, { ...body(), dry_run: dryRun });
      expect(getPaths(refused)).toEqual(['dry_run']);
      expect(await readAuditRecords(app)).toEqual([]);
    });
  });
});
