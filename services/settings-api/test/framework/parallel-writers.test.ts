import { describe, expect, it } from '@jest/globals';
import { withTransaction } from '@bunting/database';
import { writeFragments } from '@bunting/datafile';
import request from 'supertest';
import { createCalls, type Answered } from '../client.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

const range = (count: number) => Array.from({ length: count }, (_, n) => n);
const keysOf = (slug: string) => range(10).map((n) => `${slug}-variable-${n}`);

async function createFeature(slug: string): Promise<void> {
  const values = Object.fromEntries(keysOf(slug).map((key) => [key, 'before']));
  const { status } = await web.post('/features', {
    slug,
    variables: keysOf(slug).map((key) => ({ slug: key, type: 'string' })),
    variations: ['on', ...range(10).map((n) => `spare-${n}`)].map((variation) => ({
      slug: variation,
      values,
    })),
  });
  expect(status).toBe(201);
}

/** Checks that the fragments agree with the rows: nothing is left to write. */
async function expectCurrentFragments(): Promise<void> {
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM organisation');
  const organisationIds = rows.map(({ id }) => id);
  const projects = await app.pool.query<{ id: string }>('SELECT id FROM project');
  const features = await app.pool.query<{ id: string }>('SELECT id FROM feature');
  const segments = await app.pool.query<{ id: string }>('SELECT id FROM segment');
  const published = await withTransaction(app.pool, (client) =>
    writeFragments(client, {
      organisations: organisationIds,
      projects: projects.rows.map(({ id }) => id),
      features: features.rows.map(({ id }) => id),
      segments: segments.rows.map(({ id }) => id),
    }),
  );
  expect(published).toEqual([]);
}

describe('fifty writers at once on one feature', () => {
  it('do not overwrite each other, and leave one audit record each', async () => {
    await createFeature('contended');
    const at = '/features/contended';
    const all = Object.fromEntries(keysOf('contended').map((key) => [key, 'new']));
    const answers = await Promise.all(
      range(10).flatMap((n) => [
        web.patch(at, { name: `Name ${n}` }),
        web.patch(at, { description: `Description ${n}` }),
        web.post(`${at}/variations`, { slug: `new-${n}`, values: all }),
        web.patch(`${at}/variations/on`, { values: { [keysOf('contended')[n]!]: `value ${n}` } }),
        web.patch(`${at}/variations/spare-${n}`, { slug: `renamed-${n}`, name: `Renamed ${n}` }),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));

    const { body } = await web.get(at);
    expect(body.name).toMatch(/^Name \d$/);
    expect(body.description).toMatch(/^Description \d$/);
    const variations = new Map(
      (body.variations as { slug: string; values: object }[]).map(({ slug, values }) => [slug, values]),
    );
    expect([...variations.keys()].toSorted()).toEqual(
      [...range(10).flatMap((n) => [`new-${n}`, `renamed-${n}`]), 'on'].toSorted(),
    );
    expect(variations.get('on')).toEqual(
      Object.fromEntries(keysOf('contended').map((key, n) => [key, `value ${n}`])),
    );

    // Each record begins where the one before it ended.
    const { rows } = await app.pool.query<{ before: object; after: object }>(
      `SELECT before, after FROM audit_record WHERE subject = 'web/contended' ORDER BY id`,
    );
    expect(rows).toHaveLength(1 + 50);
    for (const [index, { before }] of rows.slice(1).entries()) expect(before).toEqual(rows[index]!.after);
    await expectCurrentFragments();
  });

  it('that send the same If-Match: one of them succeeds', async () => {
    await createFeature('matched');
    const headers = { 'If-Match': (await web.get('/features/matched')).etag };
    const answers = await Promise.all(
      range(50).map((n) => web.patch('/features/matched', { name: `Name ${n}` }, headers)),
    );
    const succeeded = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 412);
    expect([succeeded.length, refused.length]).toEqual([1, 49]);
  });
});

describe('writers that create, rename and delete the same objects at once', () => {
  it('get 404 or 409, and leave everything consistent', async () => {
    const slugs = ['a', 'b', 'c'] as const;
    let seed = 20_261_121;
    const pick = <Entry>(entries: readonly Entry[]): Entry => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return entries[(seed >>> 8) % entries.length]!;
    };
    const inCanada = [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }];
    const operations: (() => Promise<Answered>)[] = [
      () => {
        const variables = [{ slug: `v-${pick(slugs)}`, type: 'string' }];
        return web.post('/features', { slug: pick(slugs), variables });
      },
      () => web.patch(`/features/${pick(slugs)}`, { slug: pick(slugs) }),
      () => web.delete(`/features/${pick(slugs)}`),
      () => web.post(`/features/${pick(slugs)}/variables`, { slug: `v-${pick(slugs)}`, type: 'string' }),
      () => web.patch(`/features/${pick(slugs)}/variables/v-${pick(slugs)}`, { slug: `v-${pick(slugs)}` }),
      () => web.delete(`/features/${pick(slugs)}/variables/v-${pick(slugs)}`),
      () => web.post(`/features/${pick(slugs)}/variations`, { slug: pick(slugs) }),
      () => {
        const values = { [`v-${pick(slugs)}`]: 'x' };
        return web.post(`/features/${pick(slugs)}/variations`, { slug: pick(slugs), values });
      },
      () => web.patch(`/features/${pick(slugs)}/variations/${pick(slugs)}`, { slug: pick(slugs) }),
      () => web.delete(`/features/${pick(slugs)}/variations/${pick(slugs)}`),
      () => web.post('/segments', { slug: pick(slugs), any_of: inCanada }),
      () => web.delete(`/segments/${pick(slugs)}`),
      () => web.post('/environments', { slug: `e-${pick(slugs)}` }),
      () => web.delete(`/environments/e-${pick(slugs)}`),
      () => web.post(`/environments/e-${pick(slugs)}/api-keys`, {}),
      () => {
        const targeting = `/features/${pick(slugs)}/environments/e-${pick(slugs)}/targeting`;
        const condition = { property: 'segment', operator: 'in_segment', values: [pick(slugs)] };
        const rule = { any_of: [{ all_of: [condition] }], serve: { variation: pick(slugs) } };
        return web.put(targeting, { enabled: true, rules: [rule] });
      },
    ];
    const statuses = new Map<number, number>();
    const writers = range(8).map(async () => {
      for (let n = 0; n < 60; n += 1) {
        const { status } = await pick(operations)();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    await Promise.all(writers);

    expect([200, 201, 204, 400, 404, 409]).toEqual(expect.arrayContaining([...statuses.keys()]));
    expect(statuses.get(201)).toBeGreaterThan(10);
    const { body } = await web.get('/features?limit=200');
    for (const { slug } of body.items as { slug: string }[]) {
      const feature = (await web.get(`/features/${slug}`)).body;
      const variables = (feature.variables as { slug: string }[]).map((variable) => variable.slug);
      for (const { values } of feature.variations as { values: object }[]) {
        expect(Object.keys(values).toSorted()).toEqual(variables.toSorted());
      }
    }
    await expectCurrentFragments();
  });

  it('and delete the project meanwhile, get 404 as well', async () => {
    const passing = createCalls(app, undefined, 'passing');
    for (let round = 0; round < 5; round += 1) {
      const projects = request(app.server).post('/settings/v1/organisations/acme/projects');
      await projects
        .set({ Authorization: `Bearer ${acmeToken}` })
        .send({ slug: 'passing' })
        .expect(201);
      const answers = await Promise.all([
        ...range(5).map((n) => passing.post('/features', { slug: `f${n}` })),
        passing.post('/environments', { slug: 'e' }),
        passing.post('/segments', { slug: 's', any_of: [] }),
        passing.delete(''),
        passing.post('/features', { slug: 'last' }),
      ]);
      for (const { status } of answers) expect([201, 204, 404]).toContain(status);
    }
  });
});
