import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ProblemsFound } from '@bunting/changes';
import { createInstallation } from './installation.ts';
import type { Installation } from './installation.ts';
import {
  checkout,
  firstRule,
  inProduction,
  organisation,
  project,
  shopDocument,
  shopWith,
} from './shop-document.ts';
import type { Json } from './shop-document.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(() => installation.end());

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
    const served = (user: object) => installation.evaluate('production', 'checkout-layout', user);
    expect(await served({ id: 'user-7' })).toMatchObject({
      value: 'one-page',
      reason: 'self_targeting_override',
    });
    // In rollout bucket 30730 of 33333, in split bucket 63235.
    expect(await served({ id: 'user-3', country: 'ca' })).toMatchObject({
      value: 'one-page',
      reason: 'targeting_rule_matched',
    });
    expect(await served({ id: 'user-1', country: 'CA' })).toMatchObject({ reason: 'no_rule_matched' });
    expect(await served({ id: 'user-8' })).toMatchObject({ value: 'classic', reason: 'no_rule_matched' });
    expect(await installation.evaluate('staging', 'checkout-layout')).toMatchObject({
      value: null,
      reason: 'default_variation',
    });
  });

  it('stores slugs and addresses lower-cased and fills in what is left out', async () => {
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

  it('a second time changes nothing at all', async () => {
    await installation.apply(shopDocument());
    const before = await installation.dump();
    expect(await installation.apply(shopDocument())).toEqual({
      generated: [],
      recorded: [],
      publications: [],
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

describe('applying a document that differs', () => {
  it.each<[string, Record<string, Json | undefined>, string[]]>([
    ['the plan', { [`${organisation}.plan`]: 'free' }, ['organisation.updated acme']],
    ['a role', { [`${organisation}.members[1].role`]: 'admin' }, ['member.updated dev@acme.example']],
    ['a name', { [`${organisation}.members[0].name`]: 'Ada L.' }, ['account.updated owner@acme.example']],
    ['scopes', { [`${organisation}.api_tokens[0].scopes`]: ['settings'] }, ['api_token.updated ci']],
    ['a revocation', { [`${organisation}.api_tokens[0].revoked`]: true }, ['api_token.updated ci']],
    [
      'an endpoint',
      { [`${organisation}.webhook_endpoints[0].enabled`]: false },
      ['webhook_endpoint.updated https://hooks.acme.example/flags'],
    ],
    [
      'a protection',
      { [`${project}.environments[0].protected`]: false },
      ['environment.updated web/production'],
    ],
    ['a segment', { [`${project}.segments[0].any_of`]: [] }, ['segment.updated web/canada']],
    ['a status', { [`${checkout}.status`]: 'complete' }, ['feature.updated web/checkout']],
    ['a salt', { [`${checkout}.salt`]: 'other' }, ['feature.updated web/checkout']],
    [
      'a value',
      { [`${checkout}.variations[0].values.checkout-layout`]: 'compact' },
      ['feature.updated web/checkout'],
    ],
    [
      'a type with its values',
      {
        [`${checkout}.variables[1].type`]: 'json',
        [`${checkout}.variations[0].values.checkout-layout`]: [1],
        [`${checkout}.variations[1].values.checkout-layout`]: {},
      },
      ['feature.updated web/checkout'],
    ],
    ['a rule', { [`${firstRule}.enabled`]: false }, ['targeting.updated web/checkout in production']],
    [
      'a switch',
      { [`${inProduction}.targeting.enabled`]: false },
      ['targeting.updated web/checkout in production'],
    ],
    [
      'no targeting',
      { [`${inProduction}.targeting`]: undefined },
      ['targeting.deleted web/checkout in production'],
    ],
    [
      'a default',
      { [`${inProduction}.defaults.checkout-layout`]: null },
      ['defaults.updated web/checkout in production'],
    ],
    [
      'an override',
      { [`${inProduction}.overrides.user-7`]: 'off' },
      ['overrides.updated web/checkout in production'],
    ],
  ])('in %s changes just that', async (_, difference, recorded) => {
    await installation.apply(shopDocument());
    const applied = await installation.apply(shopWith(difference));
    expect(applied.recorded.map(({ action, subject }) => `${action} ${subject}`)).toEqual(recorded);
    const before = await installation.dump();
    expect((await installation.apply(shopWith(difference))).recorded).toEqual([]);
    expect(await installation.dump()).toBe(before);
  });

  it('records what was and what is', async () => {
    await installation.apply(shopDocument());
    await installation.apply(
      shopWith({
        [`${inProduction}.defaults.checkout-layout`]: 'one-page',
        [`${checkout}.name`]: 'New checkout',
      }),
    );
    const records = await installation.rows<{
      action: string;
      before: { name: string };
      after: { name: string };
    }>('SELECT action, before, after FROM audit_record ORDER BY id DESC LIMIT 2');
    expect(records).toMatchObject([
      {
        action: 'defaults.updated',
        before: { 'checkout-layout': 'off' },
        after: { 'checkout-layout': 'one-page' },
      },
      { action: 'feature.updated', before: { name: 'Checkout' }, after: { name: 'New checkout' } },
    ]);
  });

  it('leaves what it does not name as it is', async () => {
    await installation.apply(shopDocument());
    const before = await installation.dump();
    const nothing = {
      organisations: [{ slug: 'acme', projects: [{ slug: 'web', environments: [], features: [] }] }],
    };
    expect((await installation.apply(nothing)).recorded).toEqual([]);
    await installation.apply(
      shopWith({
        [`${inProduction}.overrides`]: {},
        [`${inProduction}.defaults`]: {},
        [`${project}.environments[0].api_keys`]: [],
        [`${project}.features[1]`]: { slug: 'banner' },
        [`${organisation}.members`]: [{ email: 'owner@acme.example' }],
        [`${organisation}.webhook_endpoints`]: [],
      }),
    );
    expect(await installation.dump()).toBe(before);
  });

  it('leaves an environment alone of which a feature says nothing', async () => {
    await installation.apply(shopDocument());
    expect((await installation.apply(shopWith({ [`${checkout}.environments`]: {} }))).recorded).toEqual([]);
  });

  it('deletes a feature whose status says so, and its slugs are free again', async () => {
    await installation.apply(shopDocument());
    const deleted = shopWith({ [`${checkout}`]: { slug: 'CHECKOUT', status: 'deleted' } });
    const { recorded } = await installation.apply(deleted);
    expect(recorded.map(({ action }) => action)).toEqual(['feature.deleted']);
    expect(await installation.evaluate('production', 'checkout-layout', { id: 'user-7' })).toMatchObject({
      reason: 'variable_not_found',
    });
    expect((await installation.apply(deleted)).recorded).toEqual([]);

    await installation.apply(shopDocument());
    expect(await installation.rows(`SELECT status FROM feature WHERE slug = 'checkout' ORDER BY id`)).toEqual(
      [{ status: 'deleted' }, { status: 'live' }],
    );
    expect(await installation.evaluate('production', 'checkout-layout', { id: 'user-7' })).toMatchObject({
      value: 'one-page',
    });
  });

  it('adds variables and variations to a feature', async () => {
    await installation.apply(shopDocument());
    await installation.apply(
      shopWith({
        [`${checkout}.variables[2]`]: { slug: 'steps', type: 'number' },
        [`${checkout}.variations[0].values.steps`]: 3,
        [`${checkout}.variations[1].values.steps`]: 1,
        [`${checkout}.variations[2]`]: {
          slug: 'two-pages',
          values: { 'checkout-enabled': true, 'checkout-layout': 'two', steps: 2 },
        },
        [`${inProduction}.defaults.steps`]: 'two-pages',
      }),
    );
    expect(await installation.evaluate('production', 'steps')).toMatchObject({
      value: 2,
      variation: 'two-pages',
    });
    expect(await installation.evaluate('production', 'steps', { id: 'user-7' })).toMatchObject({ value: 1 });
  });
});

describe('nothing is written', () => {
  it('when there is one problem', async () => {
    const wrong = shopWith({ [`${checkout}.variables[1].type`]: 'number' });
    await expect(installation.apply(wrong)).rejects.toThrow(ProblemsFound);
    expect(await installation.rows('SELECT FROM organisation')).toEqual([]);
  });

  it('when something breaks in the middle', async () => {
    await installation.apply(shopDocument());
    const before = await installation.dump();
    // The last rows of all that the change writes.
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
  it('that are the same create everything once', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, () => installation.apply(shopDocument())));
    expect(applied.filter(({ recorded }) => recorded.length > 0)).toHaveLength(1);
    expect(await installation.rows('SELECT FROM feature')).toHaveLength(2);
  });

  it('that differ leave the whole of one or the other, and a version for each', async () => {
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
