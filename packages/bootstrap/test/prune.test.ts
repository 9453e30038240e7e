import { describe, expect, it } from '@jest/globals';
import { useInstallation } from './installation.ts';
import {
  checkout,
  inProduction,
  type Json,
  organisation,
  productionKey,
  project,
  shopWithoutPasswords,
} from './shop-document.ts';

const installation = useInstallation(shopWithoutPasswords());

async function pruned(changes: Record<string, Json | undefined>): Promise<string[]> {
  const document = shopWithoutPasswords({ prune: true, ...changes });
  const { recorded } = await installation.apply(document);
  const before = await installation.dump();
  expect((await installation.apply(document)).recorded).toEqual([]);
  expect(await installation.dump()).toBe(before);
  return recorded.map(({ action, subject }) => `${action} ${subject}`);
}

describe('with prune: true', () => {
  it('nothing is deleted that the document names', async () => {
    expect(await pruned({})).toEqual([]);
  });

  it('a feature that it does not name is deleted', async () => {
    expect(await pruned({ [`${project}.features`]: [{ slug: 'banner' }] })).toEqual([
      'defaults.updated web/checkout in production',
      'overrides.updated web/checkout in production',
      'targeting.deleted web/checkout in production',
      'feature.deleted web/checkout',
    ]);
    expect(await installation.evaluate('production', 'checkout-layout')).toMatchObject({
      reason: 'variable_not_found',
    });
  });

  it('an environment that it does not name is deleted, with its keys', async () => {
    const recorded = await pruned({
      [`${project}.environments`]: [{ slug: 'staging' }],
      [`${checkout}.environments`]: {},
    });
    expect(recorded).toEqual([
      'environment.deleted web/production',
      'environment_key.created …' + (await lastFour()),
    ]);
    expect(await installation.rows('SELECT slug FROM environment')).toEqual([{ slug: 'staging' }]);
    expect(await installation.rows('SELECT FROM override')).toEqual([]);
  });

  it('a deleted environment is announced', async () => {
    const [production] = await installation.rows<{ id: string }>(
      `SELECT id FROM environment WHERE slug = 'production'`,
    );
    const { publications } = await installation.apply(
      shopWithoutPasswords({
        prune: true,
        [`${project}.environments`]: [{ slug: 'staging', api_keys: [] }],
        [`${checkout}.environments`]: {},
      }),
    );
    expect(publications.map(({ environmentId }) => environmentId)).toContain(production?.id);
  });

  it('a segment that it does not name is deleted once no rule names it', async () => {
    expect(await pruned({ [`${project}.segments`]: [], [`${inProduction}.targeting`]: null })).toEqual([
      'targeting.deleted web/checkout in production',
      'segment.deleted web/canada',
    ]);
  });

  it('a variable that it does not name is deleted, and may move to another feature', async () => {
    const recorded = await pruned({
      [`${checkout}.variables`]: [{ slug: 'checkout-enabled', type: 'boolean' }],
      [`${checkout}.variations[0].values.checkout-layout`]: undefined,
      [`${checkout}.variations[1].values.checkout-layout`]: undefined,
      [`${inProduction}.defaults.checkout-layout`]: undefined,
      [`${project}.features[1].variables`]: [{ slug: 'checkout-layout', type: 'string' }],
      [`${project}.features[1].variations`]: [{ slug: 'big', values: { 'checkout-layout': 'big' } }],
      [`${project}.features[1].environments`]: { production: { defaults: { 'checkout-layout': 'big' } } },
    });
    expect(recorded).toEqual([
      'defaults.updated web/checkout in production',
      'feature.updated web/checkout',
      'feature.updated web/banner',
      'defaults.updated web/banner in production',
    ]);
    expect(await installation.evaluate('production', 'checkout-layout')).toMatchObject({
      value: 'big',
      feature: 'banner',
    });
  });

  it('a variation that it does not name is deleted, with all that served it', async () => {
    const recorded = await pruned({
      [`${checkout}.variations`]: [
        { slug: 'off', values: { 'checkout-enabled': false, 'checkout-layout': 'classic' } },
      ],
      [inProduction]: { defaults: { 'checkout-enabled': 'off' } },
    });
    expect(recorded).toEqual([
      'feature.updated web/checkout',
      'defaults.updated web/checkout in production',
      'overrides.updated web/checkout in production',
      'targeting.deleted web/checkout in production',
    ]);
  });

  it('what an environment serves is deleted if the feature does not name the environment', async () => {
    expect(await pruned({ [`${checkout}.environments`]: {} })).toEqual([
      'defaults.updated web/checkout in production',
      'overrides.updated web/checkout in production',
      'targeting.deleted web/checkout in production',
    ]);
  });

  it('a key that a list does not name is revoked, and stays revoked if it is named again', async () => {
    const [key] = await pruned({ [`${project}.environments[0].api_keys`]: [] });
    expect(key).toBe('environment_key.updated …4e5f');
    expect(await installation.rows('SELECT FROM environment_key WHERE revoked_at IS NULL')).toEqual([]);
    await pruned({ [`${project}.environments[0].api_keys`]: [productionKey] });
    expect(await installation.rows('SELECT FROM environment_key WHERE revoked_at IS NULL')).toEqual([]);
  });

  it('keys stay if there is no list', async () => {
    expect(await pruned({ [`${project}.environments[0].api_keys`]: undefined })).toEqual([]);
  });

  it('nothing is deleted outside the projects that it names', async () => {
    await installation.apply({
      organisations: [{ slug: 'acme', projects: [{ slug: 'other', features: [{ slug: 'x' }] }] }],
    });
    expect(await pruned({ [`${organisation}.members`]: [], [`${organisation}.api_tokens`]: [] })).toEqual([]);
    expect(await installation.apply({ prune: true, organisations: [] })).toMatchObject({ recorded: [] });
    expect(await installation.rows('SELECT FROM project')).toHaveLength(2);
    expect(await installation.rows('SELECT FROM member')).toHaveLength(2);
  });
});

async function lastFour(): Promise<string> {
  const [key] = await installation.rows<{ last_four: string }>('SELECT last_four FROM environment_key');
  return key?.last_four ?? '';
}
