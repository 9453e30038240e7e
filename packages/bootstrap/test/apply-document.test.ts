import { describe, expect, it } from '@jest/globals';
import { ProblemsFound } from '@bunting/definitions/checks';
import { useInstallation } from './installation.ts';
import { checkout, inProduction, organisation, project, shopDocument, shopWith } from './shop-document.ts';

const installation = useInstallation();

describe('applying a document', () => {
  it('creates everything that it names, and evaluators find it', async () => {
    const { recorded, publications } = await installation.apply(shopDocument());
    expect(publications.map(({ version }) => version)).toEqual([1, 1]);
    expect(recorded.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'organisation.created acme',
      'account.created owner@acme.example',
      'account.created dev@acme.example',
      'member.created owner@acme.example',
      'member.created dev@acme.example',
      'api_token.created ci',
      'webhook_endpoint.created https://hooks.acme.example/flags',
      'project.created web',
      'environment.created web/production',
      'environment.created web/staging',
      'environment_key.created …4e5f',
      'segment.created web/canada',
      'feature.created web/checkout',
      'feature.created web/banner',
      'defaults.updated web/checkout in production',
      'overrides.updated web/checkout in production',
      'targeting.created web/checkout in production',
    ]);
    const evaluate = (user: Record<string, unknown>) =>
      installation.evaluate('production', 'checkout-layout', user);
    expect(await evaluate({ id: 'user-7' })).toMatchObject({
      value: 'one-page',
      reason: 'self_targeting_override',
    });
    // The user is in bucket 30730 of the rollout, which serves 33333, and in bucket 63235 of the split.
    expect(await evaluate({ id: 'user-3', country: 'ca' })).toMatchObject({
      value: 'one-page',
      reason: 'targeting_rule_matched',
    });
    expect(await evaluate({ id: 'user-1', country: 'CA' })).toMatchObject({ reason: 'no_rule_matched' });
    expect(await evaluate({ id: 'user-8' })).toMatchObject({ value: 'classic', reason: 'no_rule_matched' });
    expect(await installation.evaluate('staging', 'checkout-layout')).toMatchObject({
      value: null,
      reason: 'default_variation',
    });
  });

  it('stores slugs and addresses in lower case and fills in defaults', async () => {
    await installation.apply(shopDocument());
    const [feature] = await installation.rows(
      'SELECT slug, name, description, status, salt FROM feature ORDER BY id',
    );
    expect(feature).toEqual({
      slug: 'checkout',
      name: 'Checkout',
      description: '',
      status: 'live',
      salt: 'a1b2c3d4',
    });
    const [, banner] = await installation.rows<{ salt: string }>('SELECT salt FROM feature ORDER BY id');
    expect(banner?.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(await installation.rows('SELECT email FROM account ORDER BY id')).toEqual([
      { email: 'owner@acme.example' },
      { email: 'dev@acme.example' },
    ]);
    expect(await installation.rows('SELECT name, plan, status, mau_cap FROM organisation')).toEqual([
      { name: 'Acme', plan: 'business', status: 'active', mau_cap: null },
    ]);
  });

  it('writes one audit record for each change, by the actor bootstrap', async () => {
    const { recorded } = await installation.apply(shopDocument());
    const records = await installation.rows(
      'SELECT actor, source, action, subject FROM audit_record ORDER BY id',
    );
    expect(records).toEqual(
      recorded.map(({ action, subject }) => ({ actor: 'bootstrap', source: 'bootstrap', action, subject })),
    );
  });

  it('changes nothing the second time', async () => {
    await installation.apply(shopDocument());
    const before = await installation.dump();
    expect(await installation.apply(shopDocument())).toEqual({
      generated: [],
      warnings: [],
      recorded: [],
      publications: [],
      deliveries: [],
    });
    expect(await installation.dump()).toBe(before);
  });

  it('serves values exactly as given', async () => {
    const value = { b: 1, a: [1.5, -0.25, 1e21, 'ü', '\u2028', { c: null }] };
    const shape = { slug: 'shape', type: 'json' };
    const features = [
      { slug: 'f', variables: [shape], variations: [{ slug: 'v', values: { shape: value } }] },
    ];
    await installation.apply(shopWith({ [`${project}.features`]: features }));
    const [row] = await installation.rows<{ text: string }>(
      'SELECT value::text AS text FROM variation_value',
    );
    expect(row?.text).toBe(JSON.stringify(value));
  });
});

describe('a document that fails', () => {
  it('writes nothing if it has one problem', async () => {
    const wrong = shopWith({ [`${checkout}.variables[1].type`]: 'number' });
    await expect(installation.apply(wrong)).rejects.toThrow(ProblemsFound);
    expect(await installation.rows('SELECT FROM organisation')).toEqual([]);
  });

  it('writes nothing if its transaction fails in the middle', async () => {
    await installation.apply(shopDocument());
    const before = await installation.dump();
    // The change writes these rows last.
    await installation.pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no more audit'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON audit_record FOR EACH ROW
        WHEN (NEW.action = 'targeting.deleted') EXECUTE FUNCTION refuse()`);
    const document = shopWith({
      [`${organisation}.plan`]: 'free',
      [`${project}.features[2]`]: { slug: 'another' },
      [`${inProduction}.targeting`]: null,
    });
    await expect(installation.apply(document)).rejects.toThrow('no more audit');
    expect(await installation.dump()).toBe(before);
  });
});

describe('two documents at once', () => {
  it('create everything once if they are the same', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, () => installation.apply(shopDocument())));
    expect(applied.filter(({ recorded }) => recorded.length > 0)).toHaveLength(1);
    expect(await installation.rows('SELECT FROM feature')).toHaveLength(2);
  });

  it('leave all of one of them, and a version for each, if they differ', async () => {
    await installation.apply(shopDocument());
    const texts = ['one', 'two', 'three', 'four'];
    const documents = texts.map((text) =>
      shopWith({
        [`${checkout}.variations[0].values.checkout-layout`]: text,
        [`${checkout}.variations[1].values.checkout-layout`]: text,
      }),
    );
    await Promise.all(documents.map((document) => installation.apply(document)));
    const values = await installation.rows<{ value: string }>(
      `SELECT DISTINCT value::text AS value FROM variation_value WHERE json_typeof(value) = 'string'`,
    );
    expect(values).toHaveLength(1);
    expect(await installation.rows(`SELECT version::int FROM environment ORDER BY id`)).toEqual([
      { version: 5 },
      { version: 5 },
    ]);
  });
});
