import { randomUUID } from 'node:crypto';
import { limits } from '@bunting/evaluator';
import { describe, expect, it } from '@jest/globals';
import { createCalls } from '../client.ts';
import { joinMessages, rule, targeting, text, there } from '../serving/heavy-rules.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

describe('a project has at most', () => {
  const projectId = async () =>
    (await app.pool.query<{ id: string }>(`SELECT id FROM project WHERE slug = 'web'`)).rows[0]!.id;

  it.each([
    [
      'features',
      limits.featuresOfProject,
      'feature',
      'id, project_id, slug, name, salt',
      "gen_random_uuid(), $1, 'f-' || n, 'F', 's'",
    ],
    [
      'segments',
      limits.segmentsOfProject,
      'segment',
      'id, project_id, slug, name, any_of',
      "gen_random_uuid(), $1, 's-' || n, 'S', '[]'",
    ],
    [
      'environments',
      20,
      'environment',
      'id, project_id, slug, name',
      "gen_random_uuid(), $1, 'e-' || n, 'E'",
    ],
  ])('%s: %d', async (noun, most, table, columns, values) => {
    const id = await projectId();
    const { rows } = await app.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE project_id = $1`,
      [id],
    );
    const inserted = await app.pool.query<{ id: string }>(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, $2) AS n RETURNING id`,
      [id, most - rows[0]!.count],
    );
    const refused = await web.post(`/${noun}`, {
      slug: 'one-too-many',
      ...(noun === 'segments' && { any_of: [] }),
    });
    expect(joinMessages(refused)).toBe(
      `The project web would have ${most + 1} ${noun}; the maximum is ${most}.`,
    );
    await app.pool.query(`DELETE FROM ${table} WHERE id = ANY($1)`, [inserted.rows.map((row) => row.id)]);
    expect(
      (
        await web.post(`/${noun}`, {
          slug: `not-${noun}-too-many`,
          ...(noun === 'segments' && { any_of: [] }),
        })
      ).status,
    ).toBe(201);
  });

  it('100 keys in an environment, revoked ones not counted', async () => {
    const keys = '/environments/staging/api-keys';
    await app.pool.query(
      `INSERT INTO environment_key (id, environment_id, key_hash, last_four)
       SELECT gen_random_uuid(), environment.id, encode(sha256(n::text::bytea), 'hex'), '0000' FROM environment, generate_series(1, 99) AS n
       WHERE environment.slug = 'staging' AND project_id = $1`,
      [await projectId()],
    );
    expect(joinMessages(await web.post(keys))).toBe(
      'The environment staging would have 101 keys; the maximum is 100. Revoke one first.',
    );
    await app.pool.query(`UPDATE environment_key SET revoked_at = now() WHERE last_four = '0000'`);
    expect((await web.post(keys)).status).toBe(201);
  });
});

describe('an environment has a limit of bytes of definitions', () => {
  const usage = async () =>
    (await web.get('/environments/staging/usage')).body as {
      bytes: { used: number };
      [more: string]: unknown;
    };
  const stored = async () =>
    (
      await app.pool.query<{ bytes: string }>(
        `SELECT sum(octet_length(document::text)) AS bytes FROM datafile_fragment JOIN environment ON environment.id = environment_id
         WHERE environment.slug = 'staging'`,
      )
    ).rows[0]!.bytes;

  it('which are counted with every change, and reported with the heaviest features', async () => {
    expect(
      (await web.put(`${there}/targeting`, targeting(rule(text('contains', ['x'.repeat(500), 'y']))))).status,
    ).toBe(200);
    const reported = await usage();
    expect(`${reported.bytes.used}`).toBe(await stored());
    expect(reported).toMatchObject({
      bytes: { limit: limits.environmentLength },
      features: { limit: limits.featuresOfProject },
      api_keys: { limit: 100 },
    });
    expect((reported['heaviest_features'] as object[])[0]).toMatchObject({
      feature: 'checkout',
      cost_us_limit: limits.featureCost / 1_000,
      limits_exceeded: [],
    });
    // As after a change by a release that does not count them.
    await app.pool.query('UPDATE environment SET version = version + 1');
    expect((await usage()).bytes.used).toBe(reported.bytes.used);
    expect((await web.put(`${there}/targeting`, targeting())).status).toBe(200);
    expect(`${(await usage()).bytes.used}`).toBe(await stored());
  });

  it('beyond which it accepts only changes that make it smaller', async () => {
    await web.put(`${there}/targeting`, targeting(rule(text('is', ['x'.repeat(100)]))));
    await app.pool.query('UPDATE environment SET stored_bytes = $1, stored_bytes_version = version', [
      limits.environmentLength + 1,
    ]);
    const larger = await web.put(`${there}/targeting`, targeting(rule(text('is', ['x'.repeat(200)]))));
    expect(joinMessages(larger)).toMatch(
      new RegExp(
        `The definitions of the environment staging have \\d+ bytes as JSON; the maximum is ${limits.environmentLength}.`,
      ),
    );
    expect((await web.put(`${there}/targeting`, targeting(rule(text('is', ['x'.repeat(50)]))))).status).toBe(
      200,
    );
    // The error does not mention another environment.
    expect((await web.get(`/environments/${randomUUID()}/usage`)).status).toBe(404);
  });
});
