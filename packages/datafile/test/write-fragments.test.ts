import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createPool, withTransaction } from '@bunting/database';
import { createTestDatabase, type TestDatabase } from '@bunting/local/testing';
import { trimTombstones, writeFragments, type FragmentScope } from '@bunting/datafile';
import {
  insertEnvironment,
  insertFeature,
  insertKey,
  insertOverride,
  insertProject,
  insertRule,
  insertSegment,
  insertTargeting,
  setDefault,
  sha256,
  type EnvironmentRows,
  type ProjectRows,
} from './rows.ts';

let database: TestDatabase;
let pool: pg.Pool;
let project: ProjectRows;
let production: EnvironmentRows;
let staging: EnvironmentRows;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
});

beforeEach(async () => {
  project = await insertProject(pool);
  production = await insertEnvironment(pool, project.projectId, 'production');
  staging = await insertEnvironment(pool, project.projectId, 'staging');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const write = (scope: FragmentScope) => withTransaction(pool, (client) => writeFragments(client, scope));

async function stored(environmentId: string, entityId: string) {
  const { rows } = await pool.query<{ version: string; text: string | null }>(
    `SELECT version, document::text AS text FROM datafile_fragment WHERE environment_id = $1 AND entity_id = $2`,
    [environmentId, entityId],
  );
  return rows[0];
}

async function documentOf(environmentId: string, entityId: string): Promise<unknown> {
  const text = (await stored(environmentId, entityId))?.text;
  return text == null ? text : JSON.parse(text);
}

const variables = ['checkout-enabled', 'checkout-layout'];
const values = {
  off: { 'checkout-enabled': 'false', 'checkout-layout': '"classic"' },
  'one-page': { 'checkout-enabled': 'true' },
};
const insertCheckout = () => insertFeature(pool, project.projectId, 'checkout', { variables, values });

describe('the documents', () => {
  it('of a feature hold its variables, variations, targeting and overrides in stored order', async () => {
    const feature = await insertCheckout();
    const { off, 'one-page': onePage } = feature.variations as { off: string; 'one-page': string };
    await setDefault(pool, production.id, feature, 'checkout-enabled', 'off');
    const targeting = await insertTargeting(pool, production.id, feature);
    const anyOf = [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] }];
    await insertRule(pool, targeting, {
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
    await insertRule(pool, targeting, { position: 1, name: 'All', serve: [{ variation: onePage }] });
    await insertOverride(pool, production.id, feature, 'user-7', 'one-page');
    await insertOverride(pool, production.id, feature, '12', 'off');

    await write({ features: [feature.id] });

    expect(await documentOf(production.id, feature.id)).toStrictEqual({
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
    await setDefault(pool, production.id, feature, 'checkout-layout', 'off');
    await insertTargeting(pool, staging.id, feature, { isEnabled: false });
    await write({ features: [feature.id] });

    const inProduction = (await documentOf(production.id, feature.id)) as Record<string, unknown>;
    const inStaging = (await documentOf(staging.id, feature.id)) as Record<string, unknown>;
    expect(inProduction['targeting']).toBeNull();
    expect(inProduction['overrides']).toStrictEqual({});
    expect(inStaging['targeting']).toStrictEqual({ enabled: false, rules: [] });
    expect(inStaging['variations']).toStrictEqual(inProduction['variations']);
  });

  it('carry values byte for byte as they are stored', async () => {
    const text = '{"b": 1.0, "a" : [1e2,null], "10":"\\u00e9"}';
    const feature = await insertFeature(pool, project.projectId, 'raw', {
      variables: ['raw'],
      values: { on: { raw: text } },
    });
    await write({ features: [feature.id] });
    expect((await stored(production.id, feature.id))?.text).toContain(`"values":[${text}]`);
  });

  it('leave out deleted variables and variations', async () => {
    const feature = await insertCheckout();
    await pool.query('UPDATE variable SET deleted_at = now() WHERE id = $1', [
      feature.variables['checkout-enabled'],
    ]);
    await pool.query('UPDATE variation SET deleted_at = now() WHERE id = $1', [
      feature.variations['one-page'],
    ]);
    await write({ features: [feature.id] });
    expect(await documentOf(production.id, feature.id)).toMatchObject({
      variables: [{ slug: 'checkout-layout' }],
      variations: [{ slug: 'off', values: ['classic'] }],
    });
  });

  it('of a segment hold its groups', async () => {
    const anyOf = [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }];
    const segment = await insertSegment(pool, project.projectId, 'canada', anyOf);
    await write({ segments: [segment] });
    const document = { id: segment, slug: 'canada', any_of: anyOf };
    expect(await documentOf(production.id, segment)).toStrictEqual(document);
    expect(await documentOf(staging.id, segment)).toStrictEqual(document);
  });

  it('of access hold whose the environment is and the keys that are not revoked', async () => {
    const second = await insertKey(pool, production.id);
    const revoked = await insertKey(pool, production.id);
    await pool.query('UPDATE environment_key SET revoked_at = now() WHERE key_hash = $1', [sha256(revoked)]);
    await write({ access: [production.id] });
    const { organisationId, projectId } = project;
    expect(await documentOf(production.id, production.id)).toStrictEqual({
      organisation: {
        id: organisationId,
        slug: `acme-${organisationId}`,
        status: 'active',
        plan: 'business',
        mau_cap: 5000,
      },
      project: { id: projectId, slug: 'web' },
      environment: { id: production.id, slug: 'production' },
      key_hashes: [sha256(production.key), sha256(second)],
    });
    expect(await documentOf(staging.id, staging.id)).toBeUndefined();
  });
});

describe('versions', () => {
  it('rise by one for each environment that changes, and name it in a publication', async () => {
    const feature = await insertCheckout();
    const inBoth = [production, staging].map(({ id }) => ({ environmentId: id, version: 1 }));
    expect(await write({ features: [feature.id] })).toStrictEqual(inBoth);

    await setDefault(pool, staging.id, feature, 'checkout-enabled', 'off');
    expect(await write({ features: [feature.id] })).toStrictEqual([{ environmentId: staging.id, version: 2 }]);
    expect((await stored(staging.id, feature.id))?.version).toBe('2');
    expect((await stored(production.id, feature.id))?.version).toBe('1');
  });

  it('stay when the same is written again', async () => {
    const feature = await insertCheckout();
    const segment = await insertSegment(pool, project.projectId, 'all', []);
    const scope = { features: [feature.id], segments: [segment], environments: [production.id] };
    expect(await write(scope)).toHaveLength(2);
    expect(await write(scope)).toStrictEqual([]);
    expect(await write({ organisations: [project.organisationId] })).toStrictEqual([
      { environmentId: staging.id, version: 2 },
    ]);
  });

  it('are not taken by a transaction that is rolled back', async () => {
    const feature = await insertCheckout();
    const failing = withTransaction(pool, async (client) => {
      await writeFragments(client, { features: [feature.id] });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await stored(production.id, feature.id)).toBeUndefined();
    expect(await write({ features: [feature.id] })).toContainEqual({
      environmentId: production.id,
      version: 1,
    });
  });

  it('come one after the other, whole, from writers at the same time', async () => {
    const features = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        insertFeature(pool, project.projectId, `feature-${index}`, {
          variables: [`variable-${index}`],
          values: { on: {} },
        }),
      ),
    );
    const published = await Promise.all(features.map((feature) => write({ features: [feature.id] })));
    const versionsIn = (environmentId: string) =>
      published
        .flat()
        .filter((publication) => publication.environmentId === environmentId)
        .map((publication) => publication.version)
        .toSorted((left, right) => left - right);
    const everyVersion = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(versionsIn(production.id)).toStrictEqual(everyVersion);
    expect(versionsIn(staging.id)).toStrictEqual(everyVersion);
  });

  it('never deadlock, whatever the order in which writers name environments', async () => {
    const scopes = [
      { environments: [production.id, staging.id] },
      { access: [staging.id, production.id] },
      { organisations: [project.organisationId] },
      { projects: [project.projectId], environments: [staging.id] },
    ];
    for (let round = 0; round < 10; round++) {
      await pool.query('UPDATE organisation SET mau_cap = $2 WHERE id = $1', [project.organisationId, round]);
      await Promise.all(scopes.map(write));
    }
    expect(await documentOf(staging.id, staging.id)).toMatchObject({ organisation: { mau_cap: 9 } });
  });

  it('hold a feature and an environment that are created at the same time in each other', async () => {
    let environment: EnvironmentRows | undefined;
    let writing: Promise<unknown> | undefined;
    const feature = await withTransaction(pool, async (client) => {
      environment = await insertEnvironment(client, project.projectId, 'preview');
      await writeFragments(client, { environments: [environment.id] });
      const created = await insertCheckout();
      writing = write({ features: [created.id] });
      return created;
    });
    await writing;
    expect(await documentOf(environment!.id, feature.id)).toMatchObject({ slug: 'checkout' });
  });
});

describe('tombstones', () => {
  it('stand for features that were deleted; archived ones stay', async () => {
    const feature = await insertCheckout();
    await write({ features: [feature.id] });
    await pool.query(`UPDATE feature SET status = 'archived' WHERE id = $1`, [feature.id]);
    await write({ features: [feature.id] });
    expect(await documentOf(production.id, feature.id)).toMatchObject({ status: 'archived' });

    await pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [feature.id]);
    expect(await write({ features: [feature.id] })).toHaveLength(2);
    expect(await stored(production.id, feature.id)).toStrictEqual({ version: '3', text: null });
  });

  it('stand for segments whose rows are gone, named or found in a whole environment', async () => {
    const [named, found] = [
      await insertSegment(pool, project.projectId, 'named', []),
      await insertSegment(pool, project.projectId, 'found', []),
    ];
    await write({ segments: [named, found] });
    await pool.query('DELETE FROM segment WHERE id = ANY ($1)', [[named, found]]);

    expect(await write({ segments: [named] })).toHaveLength(2);
    expect(await stored(staging.id, named)).toStrictEqual({ version: '2', text: null });
    expect(await write({ environments: [production.id] })).toHaveLength(1);
    expect(await stored(production.id, found)).toStrictEqual({ version: '3', text: null });
    expect((await stored(staging.id, found))?.text).not.toBeNull();
  });

  it('are not written for features that no environment has seen', async () => {
    const feature = await insertCheckout();
    await pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [feature.id]);
    expect(await write({ features: [feature.id] })).toStrictEqual([]);
    expect(await stored(production.id, feature.id)).toBeUndefined();
  });

  it('are trimmed once they are older than a day', async () => {
    const feature = await insertCheckout();
    await write({ features: [feature.id] });
    await pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [feature.id]);
    await write({ features: [feature.id] });
    await trimTombstones(pool);
    expect(await stored(production.id, feature.id)).toBeDefined();

    await pool.query(
      `UPDATE datafile_fragment SET written_at = now() - interval '25 hours' WHERE entity_id = $1`,
      [feature.id],
    );
    expect(await trimTombstones(pool)).toBe(2);
    expect(await stored(production.id, feature.id)).toBeUndefined();
  });
});
