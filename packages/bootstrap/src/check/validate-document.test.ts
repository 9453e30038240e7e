import { describe, expect, it } from '@jest/globals';
import { validateDocument } from '@bunting/bootstrap';
import fc from 'fast-check';
import {
  checkout,
  ciToken,
  firstRule,
  inProduction,
  type Json,
  organisation,
  productionKey,
  project,
  shopDocument,
  shopWith,
} from '../../test/shop-document.ts';

describe('a valid document', () => {
  it('has no problem', () => {
    expect(validateDocument(shopDocument())).toEqual([]);
  });

  it.each<[string, Record<string, Json | undefined>]>([
    ['no organisation at all', { organisations: [] }],
    ['prune', { prune: true }],
    [
      'keys of every kind, whatever their form',
      {
        [`${project}.environments[1].api_keys`]: [
          { key: '5f0c2b52-6a3c-8c11-9d55-0a1b2c3d4e5a', kind: 'client' },
          { key: '5f0c2b52-6a3c-4c11-9d55-0a1b2c3d4e5b', kind: 'client', name: 'Browsers' },
          { key: '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e5c', kind: 'datafile' },
          { key: '5f0c2b52-6a3c-8c11-9d55-0a1b2c3d4e5d', kind: 'server' },
        ],
      },
    ],
    ['a cap of its own, or none', { [`${organisation}.mau_cap`]: null }],
    ['a project without anything in it', { [project]: { slug: 'empty' } }],
    ['targeting that is null', { [`${inProduction}.targeting`]: null }],
    ['a default that is null', { [`${inProduction}.defaults.checkout-layout`]: null }],
    [
      'an override for an odd user.id',
      { [`${inProduction}.overrides`]: { 'a\nb ü': 'off', constructor: 'off' } },
    ],
    [
      'a deleted feature of which nothing else is said',
      { [checkout]: { slug: 'checkout', status: 'deleted' } },
    ],
  ])('may have %s', (_, changes) => {
    expect(validateDocument(shopWith(changes))).toEqual([]);
  });

  it('may give a variable of a deleted feature to another', () => {
    const features = [
      { slug: 'old', status: 'deleted', variables: [{ slug: 'flag', type: 'boolean' }] },
      { slug: 'new', variables: [{ slug: 'flag', type: 'boolean' }] },
    ];
    expect(validateDocument(shopWith({ [`${project}.features`]: features }))).toEqual([]);
  });

  it('may have http endpoints where those are allowed', () => {
    const document = shopWith({ [`${organisation}.webhook_endpoints[0].url`]: 'http://127.0.0.1:9000/' });
    expect(validateDocument(document, { targetRules: { allowInsecure: true } })).toEqual([]);
  });
});

describe('an inconsistency is listed with its path', () => {
  const secondProject = `${organisation}.projects[1]`;
  it.each<[string, Json, string, RegExp]>([
    [
      'organisations[1]',
      { slug: 'ACME' },
      'organisations[1].slug',
      /"acme" is already used at organisations\[0\]\.slug/,
    ],
    [secondProject, { slug: 'Web' }, `${secondProject}.slug`, /is already used/],
    [`${project}.environments[1].slug`, 'Production', `${project}.environments[1].slug`, /is already used/],
    [
      `${project}.segments[1]`,
      { slug: 'CANADA', any_of: [] },
      `${project}.segments[1].slug`,
      /is already used/,
    ],
    [`${project}.features[1].slug`, 'checkout', `${project}.features[1].slug`, /is already used/],
    [
      `${project}.features[1].variables`,
      [{ slug: 'CHECKOUT-layout', type: 'json' }],
      `${project}.features[1].variables[0].slug`,
      /"checkout-layout" is already used/,
    ],
    [
      `${checkout}.variations[2]`,
      { slug: 'OFF', values: { 'checkout-enabled': true, 'checkout-layout': '' } },
      `${checkout}.variations[2].slug`,
      /is already used/,
    ],
    [
      `${organisation}.members[1].email`,
      'OWNER@acme.example',
      `${organisation}.members[1].email`,
      /is already used/,
    ],
    [
      `${organisation}.api_tokens[1]`,
      { name: 'ci', scopes: ['settings'] },
      `${organisation}.api_tokens[1].name`,
      /is already used/,
    ],
    [
      `${organisation}.api_tokens[1]`,
      { name: 'other', token: ciToken, scopes: ['settings'] },
      `${organisation}.api_tokens[1].token`,
      /^is already used at organisations\[0\]\.api_tokens\[0\]\.token$/,
    ],
    [
      `${project}.environments[1].api_keys`,
      [productionKey.toUpperCase()],
      `${project}.environments[1].api_keys[0]`,
      /^is already used at .*environments\[0\]\.api_keys\[0\]$/,
    ],
    [
      `${organisation}.api_tokens[0].created_by`,
      'stranger@acme.example',
      `${organisation}.api_tokens[0].created_by`,
      /not a member in the document/,
    ],
    [
      `${organisation}.webhook_endpoints[0].url`,
      'hooks',
      `${organisation}.webhook_endpoints[0].url`,
      /a URL/,
    ],
    [
      `${organisation}.webhook_endpoints[0].url`,
      'http://hooks.acme.example',
      `${organisation}.webhook_endpoints[0].url`,
      /https/,
    ],
    [
      `${organisation}.webhook_endpoints[0].url`,
      'https://0x7f.1/hooks',
      `${organisation}.webhook_endpoints[0].url`,
      /127\.0\.0\.1, which isn't public/,
    ],
    [
      `${organisation}.webhook_endpoints[0].events`,
      ['*', 'feature.created'],
      `${organisation}.webhook_endpoints[0].events`,
      /only "\*"/,
    ],
    [
      `${project}.segments[0].any_of[0].all_of[0]`,
      { property: 'segment', operator: 'in_segment', values: ['canada'] },
      `${project}.segments[0].any_of[0].all_of[0].property`,
      /can't be nested/,
    ],
    [`${project}.naming`, { features: '(' }, `${project}.naming.features`, /RE2 syntax/],
    [`${checkout}.tags`, ['a', 'A'], `${checkout}.tags[1]`, /"a" is already used/],
    [`${checkout}.snoozed_until`, '2026-02-30', `${checkout}.snoozed_until`, /a valid date/],
    [
      `${checkout}.environments.moon`,
      {},
      `${checkout}.environments.moon`,
      /not an environment of the project/,
    ],
    [`${checkout}.environments.PRODUCTION`, {}, `${checkout}.environments.PRODUCTION`, /listed twice/],
    [
      `${inProduction}.defaults.colour`,
      'off',
      `${inProduction}.defaults.colour`,
      /not a variable of the feature/,
    ],
    [
      `${inProduction}.defaults.Checkout-Layout`,
      'off',
      `${inProduction}.defaults.Checkout-Layout`,
      /listed twice/,
    ],
    [
      `${inProduction}.defaults.checkout-layout`,
      'maybe',
      `${inProduction}.defaults.checkout-layout`,
      /unknown variation maybe/,
    ],
    [
      `${inProduction}.overrides.user-7`,
      'maybe',
      `${inProduction}.overrides.user-7`,
      /unknown variation maybe/,
    ],
    [`${inProduction}.overrides`, { '': 'off' }, `${inProduction}.overrides[""]`, /1 to 500 characters/],
    [
      `${checkout}.variations[0].values.checkout-enabled`,
      'no',
      `${checkout}.variations[0].values.checkout-enabled`,
      /true or false/,
    ],
    [
      `${firstRule}.any_of[0].all_of[0].values`,
      ['mars'],
      `${firstRule}.any_of[0].all_of[0].values[0]`,
      /unknown segment mars/,
    ],
    [
      `${firstRule}.serve.split[0].weight`,
      33.334,
      `${firstRule}.serve.split`,
      /add up to exactly 100, not 100\.001/,
    ],
  ])('%s: %j', (path, value, wrongPath, message) => {
    expect(validateDocument(shopWith({ [path]: value }))).toMatchObject([
      { path: wrongPath, message: expect.stringMatching(message) },
    ]);
  });

  it('every problem is listed at once, also beside a malformed part', () => {
    const document = shopWith({
      [`${organisation}.plan`]: 'gold',
      [`${checkout}.variables[0].type`]: 'text',
      [`${project}.features[1].variables`]: [{ slug: 'x', type: 'string' }],
      [`${project}.features[1].variations`]: [{ slug: 'a', values: { x: 1 } }],
      [`${project}.segments[0].any_of[0].all_of[0].operator`]: 'gt',
    });
    expect(validateDocument(document).map(({ path }) => path)).toEqual([
      `${organisation}.plan`,
      `${checkout}.variables[0].type`,
      `${project}.segments[0].any_of[0].all_of[0].operator`,
      `${project}.features[1].variations[0].values.x`,
    ]);
  });

  it('never repeats a secret', () => {
    const document = shopWith({
      [`${organisation}.api_tokens[0].token`]: 'rpa_tooshort',
      [`${organisation}.webhook_endpoints[0].secret`]: 'forgot-the-prefix',
      [`${project}.environments[0].api_keys`]: [productionKey, productionKey, 'no-uuid'],
    });
    const text = JSON.stringify(validateDocument(document));
    expect(text).not.toMatch(/tooshort|forgot-the-prefix|no-uuid/);
    expect(text).not.toContain(productionKey);
  });
});

describe('what PostgreSQL cannot store', () => {
  it.each<[string, unknown, RegExp]>([
    ['organisations[0].name', 'a\0b', /U\+0000/],
    ['organisations[0].name', '\uD800', /half of a surrogate pair/],
    [`${checkout}.variations[0].values.checkout-layout`, { deep: ['\0'] }, /U\+0000/],
    [`${checkout}.variations[0].values.checkout-layout`, Number.POSITIVE_INFINITY, /finite/],
    [`${inProduction}.overrides`, { 'a\0': 'off' }, /U\+0000/],
  ])('%s: %j', (path, value, message) => {
    const problems = validateDocument(shopWith({ [path]: value as Json }));
    expect(problems).toEqual([
      { path: expect.stringContaining(path), message: expect.stringMatching(message) },
    ]);
  });

  it('includes unlimited nesting', () => {
    let deep: Json = 'bottom';
    for (let level = 0; level < 25_000; level += 1) deep = [deep];
    const path = `${checkout}.variations[0].values.checkout-layout`;
    expect(validateDocument(shopWith({ [path]: deep }))).toEqual([
      { path: expect.stringContaining(path), message: 'is nested more than 100 levels deep' },
    ]);
  });
});

describe('validateDocument', () => {
  it('answers any JSON with a list of problems', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        expect(validateDocument(document).length).toBeGreaterThan(0);
      }),
    );
  });

  it('answers a valid document with any JSON anywhere in it', () => {
    const paths = pathsOf(shopDocument());
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        expect(Array.isArray(validateDocument(shopWith({ [path]: value as Json })))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

function pathsOf(value: Json, path = ''): string[] {
  const own = path === '' ? [] : [path];
  if (Array.isArray(value))
    return [...own, ...value.flatMap((entry, index) => pathsOf(entry, `${path}[${index}]`))];
  if (typeof value !== 'object' || value === null) return own;
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, member]) =>
      pathsOf(member, path === '' ? name : `${path}.${name}`),
    ),
  ];
}
