import { describe, expect, it } from '@jest/globals';
import { useProject } from './project.ts';
import {
  insertFeature,
  insertKey,
  insertOverride,
  insertRule,
  insertSegment,
  insertTargeting,
  setDefault,
  sha256,
} from './rows.ts';

const project = useProject();

const variables = ['checkout-enabled', 'checkout-layout'];
const values = {
  off: { 'checkout-enabled': 'false', 'checkout-layout': '"classic"' },
  'one-page': { 'checkout-enabled': 'true' },
};
const insertCheckout = () =>
  insertFeature(project.pool, project.ids.projectId, 'checkout', { variables, values });

describe('the documents', () => {
  it('of a feature contain its variables, variations, targeting and overrides in stored order', async () => {
    const feature = await insertCheckout();
    const { off, 'one-page': onePage } = feature.variations as { off: string; 'one-page': string };
    await setDefault(project.pool, project.production.id, feature, 'checkout-enabled', 'off');
    const targeting = await insertTargeting(project.pool, project.production.id, feature);
    const anyOf = [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] }];
    await insertRule(project.pool, targeting, {
      position: 2,
      name: 'Half of Canada',
      enabled: false,
      any_of: anyOf,
      schedule: { from: '2026-11-21T00:00:00Z', to: null },
      rollout: { percentage: 50 },
      bucket_by: ['custom.tenant', 'email'],
      serve: [
        { variation: onePage, weight: 33_333 },
        { variation: off, weight: 66_667 },
      ],
    });
    await insertRule(project.pool, targeting, { position: 1, name: 'All', serve: [{ variation: onePage }] });
    await insertOverride(project.pool, project.production.id, feature, 'user-7', 'one-page');
    await insertOverride(project.pool, project.production.id, feature, '12', 'off');

    await project.write({ features: [feature.id] });

    expect(await project.documentOf(project.production.id, feature.id)).toStrictEqual({
      id: feature.id,
      slug: 'checkout',
      status: 'live',
      salt: 'a1b2c3d4',
      variables: [
        { id: feature.variables['checkout-enabled'], slug: 'checkout-enabled', default_variation: 'off' },
        { id: feature.variables['checkout-layout'], slug: 'checkout-layout', default_variation: null },
      ],
      variations: [
        { id: off, slug: 'off', values: [false, 'classic'] },
        { id: onePage, slug: 'one-page', values: [true, null] },
      ],
      targeting: {
        enabled: true,
        rules: [
          { name: 'All', any_of: [], serve: { variation: 'one-page' } },
          {
            name: 'Half of Canada',
            enabled: false,
            any_of: anyOf,
            schedule: { from: '2026-11-21T00:00:00Z' },
            rollout: { percentage: 50 },
            serve: {
              split: [
                { variation: 'one-page', weight: 33.333 },
                { variation: 'off', weight: 66.667 },
              ],
              bucket_by: ['custom.tenant', 'email'],
            },
          },
        ],
      },
      overrides: { '12': 'off', 'user-7': 'one-page' },
    });
  });

  it('of a feature differ by environment in defaults, targeting and overrides only', async () => {
    const feature = await insertCheckout();
    await setDefault(project.pool, project.production.id, feature, 'checkout-layout', 'off');
    await insertTargeting(project.pool, project.staging.id, feature, { isEnabled: false });
    await project.write({ features: [feature.id] });

    const inProduction = (await project.documentOf(project.production.id, feature.id)) as Record<
      string,
      unknown
    >;
    const inStaging = (await project.documentOf(project.staging.id, feature.id)) as Record<string, unknown>;
    expect(inProduction['targeting']).toBeNull();
    expect(inProduction['overrides']).toStrictEqual({});
    expect(inStaging['targeting']).toStrictEqual({ enabled: false, rules: [] });
    expect(inStaging['variations']).toStrictEqual(inProduction['variations']);
  });

  it('contain values byte for byte as they are stored', async () => {
    const text = '{"b": 1.0, "a" : [1e2,null], "10":"\\u00e9"}';
    const feature = await insertFeature(project.pool, project.ids.projectId, 'raw', {
      variables: ['raw'],
      values: { on: { raw: text } },
    });
    await project.write({ features: [feature.id] });
    expect((await project.stored(project.production.id, feature.id))?.text).toContain(`"values":[${text}]`);
  });

  it('leave out deleted variables and variations', async () => {
    const feature = await insertCheckout();
    await project.pool.query('UPDATE variable SET deleted_at = now() WHERE id = $1', [
      feature.variables['checkout-enabled'],
    ]);
    await project.pool.query('UPDATE variation SET deleted_at = now() WHERE id = $1', [
      feature.variations['one-page'],
    ]);
    await project.write({ features: [feature.id] });
    expect(await project.documentOf(project.production.id, feature.id)).toMatchObject({
      variables: [{ slug: 'checkout-layout' }],
      variations: [{ slug: 'off', values: ['classic'] }],
    });
  });

  it('of a segment contain its groups', async () => {
    const anyOf = [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }];
    const segment = await insertSegment(project.pool, project.ids.projectId, 'canada', anyOf);
    await project.write({ segments: [segment] });
    const document = { id: segment, slug: 'canada', any_of: anyOf };
    expect(await project.documentOf(project.production.id, segment)).toStrictEqual(document);
    expect(await project.documentOf(project.staging.id, segment)).toStrictEqual(document);
  });

  it('of access contain the organisation, the project and the keys that are not revoked', async () => {
    const second = await insertKey(project.pool, project.production.id);
    const revoked = await insertKey(project.pool, project.production.id);
    await project.pool.query('UPDATE environment_key SET revoked_at = now() WHERE key_hash = $1', [
      sha256(revoked),
    ]);
    await project.write({ access: [project.production.id] });
    const { organisationId, projectId } = project.ids;
    expect(await project.documentOf(project.production.id, project.production.id)).toStrictEqual({
      organisation: {
        id: organisationId,
        slug: `acme-${organisationId}`,
        status: 'active',
        plan: 'business',
        mau_cap: 5000,
      },
      project: { id: projectId, slug: 'web' },
      environment: { id: project.production.id, slug: 'production' },
      key_hashes: [sha256(project.production.key), sha256(second)],
      client_key_hashes: [],
      datafile_key_hashes: [],
      allowed_origins: ['*'],
      signed_users: null,
      datafile_personal_data: true,
    });
    expect(await project.documentOf(project.staging.id, project.staging.id)).toBeUndefined();
  });

  it('of access name client keys apart, so that a release that knows no kinds does not take them for server keys', async () => {
    const { pool, production } = project;
    const datafile = await insertKey(pool, production.id, 'datafile');
    const client = await insertKey(pool, production.id, 'client');
    const revoked = await insertKey(pool, production.id, 'client');
    await pool.query('UPDATE environment_key SET revoked_at = now() WHERE last_four = $1', [
      revoked.slice(-4),
    ]);
    await project.write({ access: [production.id] });
    expect(await project.documentOf(production.id, production.id)).toMatchObject({
      key_hashes: [sha256(production.key), sha256(datafile)],
      client_key_hashes: [sha256(`client ${client}`)],
      datafile_key_hashes: [sha256(datafile)],
    });
  });

  it('of access hold the secrets that sign users only where users must be signed', async () => {
    const { pool, production } = project;
    await pool.query(
      `UPDATE environment SET signing_secret = 'sealed', signing_secret_key_id = 'k', previous_signing_secret = 'bus_old',
         allowed_origins = '{https://shop.example}', datafile_personal_data = false WHERE id = $1`,
      [production.id],
    );
    const written = async () => {
      await project.write({ access: [production.id] });
      return project.documentOf(production.id, production.id);
    };
    expect(await written()).toMatchObject({
      allowed_origins: ['https://shop.example'],
      signed_users: null,
      datafile_personal_data: false,
    });
    await pool.query('UPDATE environment SET require_signed_users = true WHERE id = $1', [production.id]);
    const secrets = [
      { text: 'sealed', key_id: 'k' },
      { text: 'bus_old', key_id: null },
    ];
    expect(await written()).toMatchObject({ signed_users: { secrets } });
    await pool.query(
      'UPDATE environment SET signing_secret = NULL, previous_signing_secret = NULL WHERE id = $1',
      [production.id],
    );
    expect(await written()).toMatchObject({ signed_users: { secrets: [] } });
  });

  it('of a feature say which variables client keys get, and nothing about the others', async () => {
    const feature = await insertCheckout();
    await project.pool.query(`UPDATE variable SET client = true WHERE slug = 'checkout-layout'`);
    await setDefault(project.pool, project.production.id, feature, 'checkout-enabled', 'off');
    await project.write({ features: [feature.id] });
    const { 'checkout-enabled': enabled, 'checkout-layout': layout } = feature.variables;
    const variables = [
      `{"id":"${enabled}","slug":"checkout-enabled","default_variation":"off"}`,
      `{"id":"${layout}","slug":"checkout-layout","default_variation":null,"client":true}`,
    ];
    expect((await project.stored(project.production.id, feature.id))?.text).toContain(
      `"variables":[${variables.join(',')}]`,
    );
  });
});
