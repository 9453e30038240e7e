import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCalls, type Answered } from '../client.ts';
import { many, joinMessages, rule, targeting, text, there } from '../serving/heavy-rules.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
const feature = '/features/checkout';
const mebibyte = 1024 * 1024;

const projectId = async () =>
  (await app.pool.query<{ id: string }>(`SELECT id FROM project WHERE slug = 'web'`)).rows[0]!.id;
const versions = async () =>
  (
    await app.pool.query<{ slug: string; version: string }>(
      'SELECT slug, version FROM environment ORDER BY id',
    )
  ).rows;

describe('environments of a project', () => {
  it('are 20, and more where staff allow it; existing ones stay', async () => {
    await app.pool.query(
      `INSERT INTO environment (id, project_id, slug, name)
       SELECT gen_random_uuid(), $1, 'e-' || n, 'E' FROM generate_series(1, 18) AS n`,
      [await projectId()],
    );
    const one = { slug: 'one-more', name: 'One more' };
    const refused = 'The project web would have 21 environments; the maximum is 20.';
    expect(joinMessages(await web.post('/environments', one))).toBe(refused);
    await app.pool.query(`UPDATE organisation SET environment_cap = 40 WHERE slug = 'acme'`);
    expect((await web.post('/environments', one)).status).toBe(201);
    expect((await web.get('/environments/staging/usage')).body.environments).toEqual({ used: 21, limit: 40 });
    await app.pool.query(`UPDATE organisation SET environment_cap = NULL WHERE slug = 'acme'`);
    expect((await web.patch('/environments/one-more', { name: 'Renamed' })).status).toBe(200);
  });
});

describe('a change of what all environments have', () => {
  /** Stores environments that an older release accepted: 24 with 0.8 MB of values each. */
  beforeAll(async () => {
    await app.pool.query(
      `INSERT INTO environment (id, project_id, slug, name)
       SELECT gen_random_uuid(), $1, 'more-' || n, 'E' FROM generate_series(1, 3) AS n`,
      [await projectId()],
    );
    await app.pool.query(
      `WITH long AS (
         INSERT INTO variation (id, feature_id, slug, name, position)
         SELECT gen_random_uuid(), feature.id, 'long-' || n, 'Long', 10 + n FROM feature, generate_series(1, 14) AS n
         WHERE feature.slug = 'checkout' RETURNING id, feature_id)
       INSERT INTO variation_value (variation_id, variable_id, feature_id, value)
       SELECT long.id, variable.id, feature_id, CASE variable.slug WHEN 'checkout-layout' THEN to_json(repeat('x', 60000)) ELSE 'true' END
       FROM long JOIN variable USING (feature_id)`,
    );
  });

  const bound =
    /^The change would write \d+ bytes of features and segments across the project's environments; the maximum is 16777216\. Use shorter values/;
  const longSegment = {
    any_of: [
      {
        all_of: [
          { property: 'user_id', operator: 'is', values: many(9_000, (n) => `${'x'.repeat(45)}${n}`) },
        ],
      },
    ],
  };
  const bulk = { features: ['checkout'], set: { status: 'archived' } };

  it.each<[string, () => Promise<Answered>]>([
    ['the name of the feature', () => web.patch(feature, { name: 'Renamed' })],
    ['a value', () => web.patch(`${feature}/variations/off`, { values: { 'checkout-layout': 'other' } })],
    [
      'a new variation',
      () =>
        web.post(`${feature}/variations`, {
          slug: 'new',
          values: { 'checkout-enabled': true, 'checkout-layout': '' },
        }),
    ],
    ['a variable', () => web.patch(`${feature}/variables/checkout-layout`, { client: true })],
    ['many features together', () => web.post('/features/bulk', bulk)],
  ])('is bounded in bytes × environments, and nothing is stored: %s', async (_what, change) => {
    const before = await versions();
    const answer = await change();
    expect(joinMessages(answer)).toMatch(bound);
    expect(await versions()).toEqual(before);
  });

  it('is bounded likewise in a dry run', async () => {
    expect(joinMessages(await web.patch(`${feature}?dry_run=true`, { name: 'Renamed' }))).toMatch(bound);
  });

  it('of what one environment serves is not: an emergency needs it, and writes that environment alone', async () => {
    const before = await versions();
    expect((await web.put(`${there}/targeting`, targeting(rule(text('is', ['x']))))).status).toBe(200);
    const after = await versions();
    expect(after.filter(({ version }, index) => version !== before[index]!.version)).toMatchObject([
      { slug: 'staging' },
    ]);
    expect((await web.put(`${there}/overrides/somebody`, { variation: 'off' })).status).toBe(200);
  });

  it('of a segment is bounded likewise', async () => {
    await app.pool.query(
      `INSERT INTO environment (id, project_id, slug, name)
       SELECT gen_random_uuid(), $1, 'many-' || n, 'E' FROM generate_series(1, 20) AS n`,
      [await projectId()],
    );
    expect(joinMessages(await web.post('/segments', { slug: 'long', name: 'Long', ...longSegment }))).toMatch(
      bound,
    );
    await app.pool.query(`DELETE FROM environment WHERE slug LIKE 'many-%'`);
  });

  it('is accepted once the values are short', async () => {
    expect((await web.post('/segments', { slug: 'short', name: 'Short', any_of: [] })).status).toBe(201);
    await app.pool.query(
      `UPDATE variation_value SET value = to_json(repeat('x', 100)) WHERE octet_length(value::text) > 50000 AND variation_id IN (
         SELECT id FROM variation WHERE slug <> 'long-1')`,
    );
    expect(
      (await web.patch(`${feature}/variations/long-1`, { values: { 'checkout-layout': 'short' } })).status,
    ).toBe(200);
    expect((await web.patch(feature, { name: 'Renamed' })).status).toBe(200);
  });
});

describe('definitions of an organisation', () => {
  const fill = (bytes: number) =>
    app.pool.query(
      `UPDATE environment SET stored_bytes_version = version, stored_bytes = CASE slug WHEN 'production' THEN $1::bigint ELSE stored_bytes END`,
      [bytes],
    );

  it('are bounded in bytes by its plan, unless staff set another bound; what is there goes on and may become smaller', async () => {
    expect((await web.put(`${there}/targeting`, targeting(rule(text('is', ['x'.repeat(100)]))))).status).toBe(
      200,
    );
    await fill(1024 * mebibyte);
    const larger = targeting(rule(text('is', ['x'.repeat(200)])));
    expect(joinMessages(await web.put(`${there}/targeting`, larger))).toMatch(
      /^The definitions of the organisation acme have \d+ bytes as JSON in all environments; the maximum is 1073741824\.$/,
    );
    expect((await web.put(`${there}/targeting`, targeting(rule(text('is', ['x'.repeat(50)]))))).status).toBe(
      200,
    );
    await app.pool.query(`UPDATE organisation SET stored_mebibytes_cap = 2000 WHERE slug = 'acme'`);
    expect((await web.put(`${there}/targeting`, larger)).status).toBe(200);
    await app.pool.query(`UPDATE organisation SET stored_mebibytes_cap = NULL WHERE slug = 'acme'`);
    await fill(0);
  });
});

describe('a feature that is too large for all environments', () => {
  it('can be deleted', async () => {
    await app.pool.query(
      `UPDATE variation_value SET value = to_json(repeat('x', 60000)) FROM variation
       WHERE variation.id = variation_id AND variation.slug LIKE 'long-%' AND value::text LIKE '"x%'`,
    );
    expect((await web.patch(feature, { name: 'Again' })).status).toBe(400);
    expect((await web.delete(feature)).status).toBe(204);
  });
});

describe('the bytes that an organisation writes in a minute', () => {
  const slow = useApp({ document: organisations, writtenBytesPerMinute: 100_000 });
  const there2 = createCalls(slow);

  it('are bounded, those of all environments together: 429 with Retry-After', async () => {
    const valueOf = (length: number) => ({ values: { 'checkout-layout': 'x'.repeat(length) } });
    expect((await there2.patch(`${feature}/variations/off`, valueOf(30_000))).status).toBe(200);
    const refused = await there2.patch(`${feature}/variations/off`, valueOf(31_000));
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_bytes_written' } });
    expect((await there2.put(`${there}/overrides/somebody`, { variation: 'off' })).status).toBe(200);
  });
});
