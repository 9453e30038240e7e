import { describe, expect, it } from '@jest/globals';
import { withTransaction } from '@bunting/database';
import { tombstones } from '../src/publish/tombstones.ts';
import { writeFragments } from '../src/publish/write-fragments.ts';
import { trimBatch } from '@bunting/retention';
import { useProject } from './project.ts';
import { insertEnvironment, insertFeature, insertSegment, setDefault, type EnvironmentRows } from './rows.ts';

const project = useProject();
const insertCheckout = () =>
  insertFeature(project.pool, project.ids.projectId, 'checkout', {
    variables: ['checkout-enabled'],
    values: { off: { 'checkout-enabled': 'false' } },
  });

describe('versions', () => {
  it('rise by one for each environment that changes, and name it in a publication', async () => {
    const feature = await insertCheckout();
    const inBoth = [project.production, project.staging].map(({ id }) => ({ environmentId: id, version: 1 }));
    expect(await project.write({ features: [feature.id] })).toStrictEqual(inBoth);

    await setDefault(project.pool, project.staging.id, feature, 'checkout-enabled', 'off');
    expect(await project.write({ features: [feature.id] })).toStrictEqual([
      { environmentId: project.staging.id, version: 2 },
    ]);
    expect((await project.stored(project.staging.id, feature.id))?.version).toBe('2');
    expect((await project.stored(project.production.id, feature.id))?.version).toBe('1');
  });

  it('stay when the same is written again', async () => {
    const feature = await insertCheckout();
    const segment = await insertSegment(project.pool, project.ids.projectId, 'all', []);
    const scope = { features: [feature.id], segments: [segment], environments: [project.production.id] };
    expect(await project.write(scope)).toHaveLength(2);
    expect(await project.write(scope)).toStrictEqual([]);
    expect(await project.write({ organisations: [project.ids.organisationId] })).toStrictEqual([
      { environmentId: project.staging.id, version: 2 },
    ]);
  });

  it('are not used up by a transaction that is rolled back', async () => {
    const feature = await insertCheckout();
    const failing = withTransaction(project.pool, async (client) => {
      await writeFragments(client, { features: [feature.id] });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await project.stored(project.production.id, feature.id)).toBeUndefined();
    expect(await project.write({ features: [feature.id] })).toContainEqual({
      environmentId: project.production.id,
      version: 1,
    });
  });

  it('of concurrent writers follow each other, each complete', async () => {
    const features = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        insertFeature(project.pool, project.ids.projectId, `feature-${index}`, {
          variables: [`variable-${index}`],
          values: { on: {} },
        }),
      ),
    );
    const published = await Promise.all(features.map((feature) => project.write({ features: [feature.id] })));
    const versionsIn = (environmentId: string) =>
      published
        .flat()
        .filter((publication) => publication.environmentId === environmentId)
        .map((publication) => publication.version)
        .toSorted((left, right) => left - right);
    const everyVersion = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(versionsIn(project.production.id)).toStrictEqual(everyVersion);
    expect(versionsIn(project.staging.id)).toStrictEqual(everyVersion);
  });

  it('never deadlock, whatever the order in which writers name environments', async () => {
    const scopes = [
      { environments: [project.production.id, project.staging.id] },
      { access: [project.staging.id, project.production.id] },
      { organisations: [project.ids.organisationId] },
      { projects: [project.ids.projectId], environments: [project.staging.id] },
    ];
    for (let round = 0; round < 10; round++) {
      await project.pool.query('UPDATE organisation SET mau_cap = $2 WHERE id = $1', [
        project.ids.organisationId,
        round,
      ]);
      await Promise.all(scopes.map((scope) => project.write(scope)));
    }
    expect(await project.documentOf(project.staging.id, project.staging.id)).toMatchObject({
      organisation: { mau_cap: 9 },
    });
  });

  it('contain a feature and an environment that are created concurrently', async () => {
    let environment: EnvironmentRows | undefined;
    let writing: Promise<unknown> | undefined;
    const feature = await withTransaction(project.pool, async (client) => {
      environment = await insertEnvironment(client, project.ids.projectId, 'preview');
      await writeFragments(client, { environments: [environment.id] });
      const created = await insertCheckout();
      writing = project.write({ features: [created.id] });
      return created;
    });
    await writing;
    expect(await project.documentOf(environment!.id, feature.id)).toMatchObject({ slug: 'checkout' });
  });
});

describe('a feature that has most of all overrides', () => {
  it('does not make every other feature read them', async () => {
    const { pool, ids, production } = project;
    const crowded = await insertCheckout();
    await pool.query(
      `INSERT INTO override (environment_id, feature_id, user_id, variation_id)
       SELECT $1, $2, 'user-' || n, (SELECT id FROM variation WHERE feature_id = $2) FROM generate_series(1, 5000) AS n`,
      [production.id, crowded.id],
    );
    await pool.query('ANALYZE override');
    const others: string[] = [];
    for (let n = 0; n < 20; n++)
      others.push((await insertFeature(pool, ids.projectId, `f${n}`, { variables: [], values: {} })).id);

    const read = await withTransaction(pool, async (client) => {
      await writeFragments(client, { features: [crowded.id, ...others] });
      const { rows } = await client.query<{ count: number }>(
        `SELECT (seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_xact_user_tables WHERE relname = 'override'`,
      );
      return rows[0]!.count;
    });
    expect(read).toBe(5_000);
    const document = await project.documentOf(production.id, crowded.id);
    expect(Object.keys((document as { overrides: object }).overrides)).toHaveLength(5_000);
  });
});

describe('tombstones', () => {
  it('replace deleted features; archived ones stay', async () => {
    const feature = await insertCheckout();
    await project.write({ features: [feature.id] });
    await project.pool.query(`UPDATE feature SET status = 'archived' WHERE id = $1`, [feature.id]);
    await project.write({ features: [feature.id] });
    expect(await project.documentOf(project.production.id, feature.id)).toMatchObject({ status: 'archived' });

    await project.pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [feature.id]);
    expect(await project.write({ features: [feature.id] })).toHaveLength(2);
    expect(await project.stored(project.production.id, feature.id)).toStrictEqual({
      version: '3',
      text: null,
    });
  });

  it('replace deleted segments, named or found in a whole environment', async () => {
    const [named, found] = [
      await insertSegment(project.pool, project.ids.projectId, 'named', []),
      await insertSegment(project.pool, project.ids.projectId, 'found', []),
    ];
    await project.write({ segments: [named, found] });
    await project.pool.query('DELETE FROM segment WHERE id = ANY ($1)', [[named, found]]);

    expect(await project.write({ segments: [named] })).toHaveLength(2);
    expect(await project.stored(project.staging.id, named)).toStrictEqual({ version: '2', text: null });
    expect(await project.write({ environments: [project.production.id] })).toHaveLength(1);
    expect(await project.stored(project.production.id, found)).toStrictEqual({ version: '3', text: null });
    expect((await project.stored(project.staging.id, found))?.text).not.toBeNull();
  });

  it('are not written for features that no environment has seen', async () => {
    const feature = await insertCheckout();
    await project.pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [feature.id]);
    expect(await project.write({ features: [feature.id] })).toStrictEqual([]);
    expect(await project.stored(project.production.id, feature.id)).toBeUndefined();
  });

  it('are trimmed once they are older than a day', async () => {
    const feature = await insertCheckout();
    await project.write({ features: [feature.id] });
    await project.pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [feature.id]);
    await project.write({ features: [feature.id] });
    await trimBatch(project.pool, tombstones, 1_000);
    expect(await project.stored(project.production.id, feature.id)).toBeDefined();

    await project.pool.query(
      `UPDATE datafile_fragment SET written_at = now() - interval '25 hours' WHERE entity_id = $1`,
      [feature.id],
    );
    expect(await trimBatch(project.pool, tombstones, 1_000)).toBe(2);
    expect(await project.stored(project.production.id, feature.id)).toBeUndefined();
  });
});

describe('the bytes of an environment', () => {
  const stored = async (environmentId: string) =>
    (
      await project.pool.query<{ bytes: string | null; counted: string }>(
        `SELECT stored_bytes AS bytes, (SELECT sum(octet_length(document::text)) FROM datafile_fragment
           WHERE environment_id = environment.id) AS counted FROM environment WHERE id = $1`,
        [environmentId],
      )
    ).rows[0]!;

  it('are counted with each version, whatever is added, changed and deleted', async () => {
    const { id } = project.staging;
    const feature = await insertCheckout();
    const [first] = await project.writeCounting({ environments: [id] });
    expect(first).toMatchObject({ environmentId: id, version: 1, storedBytes: first!.addedBytes });
    await setDefault(project.pool, id, feature, 'checkout-enabled', 'off');
    const second = (await project.writeCounting({ features: [feature.id] })).find(
      (each) => each.environmentId === id,
    );
    expect(second!.storedBytes).toBe(first!.storedBytes + second!.addedBytes);
    await project.pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [feature.id]);
    const third = (await project.writeCounting({ features: [feature.id] })).find(
      (each) => each.environmentId === id,
    );
    expect(third!.addedBytes).toBeLessThan(-100);
    const { bytes, counted } = await stored(id);
    expect([`${third!.storedBytes}`, bytes]).toEqual([counted, counted]);
  });

  it('are counted again after a release that does not count them has written', async () => {
    const { id } = project.production;
    const feature = await insertCheckout();
    await project.write({ environments: [id] });
    // As that release does it.
    await project.pool.query('UPDATE environment SET version = version + 1 WHERE id = $1', [id]);
    await project.pool.query(
      `UPDATE datafile_fragment SET version = 2, document = '{"id": "other"}' WHERE environment_id = $1 AND kind = 'feature'`,
      [id],
    );
    await setDefault(project.pool, id, feature, 'checkout-enabled', 'off');
    const written = (await project.writeCounting({ features: [feature.id] })).find(
      (each) => each.environmentId === id,
    );
    const { bytes, counted } = await stored(id);
    expect([`${written!.storedBytes}`, bytes]).toEqual([counted, counted]);
  });
});
