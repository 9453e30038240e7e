import { describe, expect, it } from '@jest/globals';
import { useInstallation } from './installation.ts';
import {
  checkout,
  firstRule,
  inProduction,
  type Json,
  organisation,
  project,
  shopWithoutPasswords,
} from './shop-document.ts';

const installation = useInstallation(shopWithoutPasswords());

describe('applying a document that differs', () => {
  it.each<[string, Record<string, Json | undefined>, string[]]>([
    ['the plan', { [`${organisation}.plan`]: 'free' }, ['organisation.updated acme']],
    ['a role', { [`${organisation}.members[1].role`]: 'admin' }, ['member.updated dev@acme.example']],
    ['a name', { [`${organisation}.members[0].name`]: 'Ada L.' }, ['account.updated owner@acme.example']],
    ['scopes', { [`${organisation}.api_tokens[0].scopes`]: ['settings'] }, ['api_token.updated ci']],
    ['a revocation', { [`${organisation}.api_tokens[0].revoked`]: true }, ['api_token.updated ci']],
    [
      'the format of an endpoint',
      { [`${organisation}.webhook_endpoints[0].format`]: 'slack' },
      ['webhook_endpoint.updated https://hooks.acme.example/flags'],
    ],
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
    [
      'metadata',
      {
        [`${checkout}.kind`]: 'kill_switch',
        [`${checkout}.tags`]: ['web', 'Shop'],
        [`${checkout}.owners`]: ['Owner@acme.example', '@acme/checkout'],
        [`${checkout}.links`]: [{ title: 'Why', url: 'https://acme.example/why' }],
        [`${checkout}.permanent`]: false,
        [`${checkout}.expected_until`]: '2026-12-31',
        [`${checkout}.snoozed_until`]: '2026-12-01',
        [`${checkout}.manager`]: 'github.com/acme/flags',
      },
      ['feature.updated web/checkout'],
    ],
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
    [
      'constraints',
      {
        [`${checkout}.variables[1].description`]: 'Which one?',
        [`${checkout}.variables[1].constraints`]: { one_of: ['classic', 'one-page'], pattern: '^[a-z-]+$' },
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
    const applied = await installation.apply(shopWithoutPasswords(difference));
    expect(applied.recorded.map(({ action, subject }) => `${action} ${subject}`)).toEqual(recorded);
    const before = await installation.dump();
    expect((await installation.apply(shopWithoutPasswords(difference))).recorded).toEqual([]);
    expect(await installation.dump()).toBe(before);
  });

  it('records the states before and after', async () => {
    await installation.apply(
      shopWithoutPasswords({
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

  it('does not change what it does not name', async () => {
    const before = await installation.dump();
    const nothing = {
      organisations: [{ slug: 'acme', projects: [{ slug: 'web', environments: [], features: [] }] }],
    };
    expect((await installation.apply(nothing)).recorded).toEqual([]);
    await installation.apply(
      shopWithoutPasswords({
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

  it('keeps metadata that it leaves out, and takes away what it empties', async () => {
    const described = { [`${checkout}.tags`]: ['web'], [`${checkout}.permanent`]: true };
    await installation.apply(shopWithoutPasswords(described));
    expect((await installation.apply(shopWithoutPasswords())).recorded).toEqual([]);
    const emptied = { [`${checkout}.tags`]: [], [`${checkout}.permanent`]: null };
    const { recorded } = await installation.apply(shopWithoutPasswords(emptied));
    expect(recorded).toMatchObject([
      { before: { tags: ['web'], permanent: true }, after: { tags: [], permanent: null } },
    ]);
  });

  it('does not change what an environment serves if the feature does not name it', async () => {
    expect(
      (await installation.apply(shopWithoutPasswords({ [`${checkout}.environments`]: {} }))).recorded,
    ).toEqual([]);
  });

  it('deletes a feature with the status deleted, which frees its slugs', async () => {
    const deleted = shopWithoutPasswords({ [checkout]: { slug: 'CHECKOUT', status: 'deleted' } });
    const { recorded } = await installation.apply(deleted);
    expect(recorded.map(({ action }) => action)).toEqual([
      'defaults.updated',
      'overrides.updated',
      'targeting.deleted',
      'feature.deleted',
    ]);
    expect(await installation.evaluate('production', 'checkout-layout', { id: 'user-7' })).toMatchObject({
      reason: 'variable_not_found',
    });
    expect((await installation.apply(deleted)).recorded).toEqual([]);

    await installation.apply(shopWithoutPasswords());
    expect(await installation.rows(`SELECT status FROM feature WHERE slug = 'checkout' ORDER BY id`)).toEqual(
      [{ status: 'deleted' }, { status: 'live' }],
    );
    expect(await installation.evaluate('production', 'checkout-layout', { id: 'user-7' })).toMatchObject({
      value: 'one-page',
    });
  });

  it('adds variables and variations to a feature', async () => {
    await installation.apply(
      shopWithoutPasswords({
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
