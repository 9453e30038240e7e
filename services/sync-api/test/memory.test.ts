import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createOrganisation } from '@bunting/testing/fixtures';
import { startApp, type RunningApp } from './running-app.ts';

const keyOf = {
  acme: 'c1a55e00-0000-4000-8000-0000000000d1',
  globex: 'c1a55e00-0000-4000-8000-0000000000d2',
};

let app: RunningApp;
/** The catalog of each takes more than half of what a process has for all of them. */
beforeAll(async () => {
  const organisations = Object.entries(keyOf).map(([slug, key]) => createOrganisation(slug, key, []));
  app = await startApp({ organisations }, { ENVIRONMENT_CACHE_BYTES: String(1024 * 1024) });
  await app.pool.query(
    `INSERT INTO datafile_fragment (environment_id, kind, entity_id, version, document, written_at)
     SELECT environment.id, 'feature', gen_random_uuid(), environment.version, json_build_object(
         'slug', 'f' || number, 'status', 'live', 'variations', '[]'::json, 'variables',
         (SELECT json_agg(json_build_object('slug', 'variable-' || number || '-' || n)) FROM generate_series(1, 200) AS n)),
       now()
     FROM environment, generate_series(1, 55) AS number`,
  );
});
afterAll(() => app.stop());

const evictions = () => app.metric('bunting_datafile_evictions_total');

it('an environment that is evicted ends its streams, whose clients are told of what they missed', async () => {
  const [first, other] = [await app.open({ key: keyOf.acme }), await app.open({ key: keyOf.globex })];
  await first.ended();
  expect(await evictions()).toBe(1);
  expect(other.hasEnded()).toBe(false);

  const { rows } = await app.pool.query<{ id: string; version: string }>(
    `SELECT environment.id, version FROM environment JOIN project ON project.id = project_id
     JOIN organisation ON organisation.id = organisation_id WHERE organisation.slug = 'acme'`,
  );
  const [{ id, version }] = rows as [{ id: string; version: string }];
  const restrict = `UPDATE environment SET allowed_origins = '{https://acme.example}' WHERE id = $1`;
  await app.announce(await app.change({ access: [id] }, restrict, [id]));
  const again = await app.open({ key: keyOf.acme, query: `?since=${version}` });
  expect((await again.event(0)).id).toBe(Number(version) + 1);
  await other.ended();
  expect(await app.metric('bunting_datafile_memory_bytes')).toBeLessThanOrEqual(1024 * 1024);
});
