import { randomUUID } from 'node:crypto';
import { limits } from '@bunting/evaluator';
import { describe, expect, it } from '@jest/globals';
import { callsOf, type Answered } from './client.ts';
import { organisations } from './organisations.ts';
import { useApp } from './running-app.ts';

const app = useApp({ document: organisations });
const web = callsOf(app);
const there = '/features/checkout/environments/staging';

const text = (operator: string, values: readonly unknown[]) => ({
  property: 'custom',
  custom_key: 'text',
  operator,
  values,
});
const rule = (...all_of: object[]) => ({ any_of: [{ all_of }], serve: { variation: 'off' } });
const targeting = (...rules: object[]) => ({ enabled: true, rules });
const many = <Entry>(count: number, entry: (number: number) => Entry) =>
  Array.from({ length: count }, (_, number) => entry(number));

/** What is told beside the paths, or with them. */
function messagesOf({ status, body }: Answered): string {
  if (status !== 400) throw new Error(`${status} is not 400: ${JSON.stringify(body).slice(0, 500)}`);
  return (body as { details: { path: string; message: string }[] }).details
    .map(({ path, message }) => `${path} ${message}`.trim())
    .join('\n');
}

const heavyPattern = '(?:[a-c]{0,30}){0,10}[0-9]{1,9}';

describe('a definition beyond the limits is refused, and told by which', () => {
  it.each([
    [
      'rules',
      many(1_001, () => rule(text('exists', []))),
      /has 1001 rules; at most 1000 are allowed|at most 1000 entries/,
    ],
    [
      'conditions',
      many(6, () => rule(...many(900, (n) => text('eq', [n])))),
      /has 5\d\d\d conditions; at most 5000 are allowed/,
    ],
    [
      'values',
      many(3, () =>
        rule(
          text(
            'is',
            many(9_000, (n) => `v${n}`),
          ),
        ),
      ),
      /all conditions together may have 20000/,
    ],
    [
      'a long value',
      [rule(text('is', ['x'.repeat(4_097)]))],
      /values\[0\] must have at most 4096 characters/,
    ],
    [
      'a long pattern',
      [rule(text('matches', ['x'.repeat(1_001)]))],
      /values\[0\] must have at most 1000 characters/,
    ],
    [
      'a pattern of many repetitions',
      [rule(text('matches', ['(?:x{1000})(?:y{1000})']))],
      /instructions; at most/,
    ],
    [
      'patterns together',
      many(30, (n) => rule(text('matches', [`${heavyPattern}${n}`]))),
      /The feature checkout in staging (has patterns|searches texts|has a pattern|has \d+)/,
    ],
    [
      'many patterns',
      many(451, (n) => rule(text('matches', [`a${n}`]))),
      /is one pattern too many: all conditions together may have 450/,
    ],
    [
      'attributes to bucket by',
      many(40, (n) => ({
        ...rule(text('exists', [])),
        rollout: { percentage: 50 },
        serve: { variation: 'off', bucket_by: [`custom.a${n}`] },
      })),
      /has 40 different attributes to bucket by; at most 10 are allowed/,
    ],
  ])('%s', async (_, rules, message) => {
    const before = (await web.get(`${there}/targeting`)).body as unknown;
    expect(messagesOf(await web.put(`${there}/targeting`, targeting(...rules)))).toMatch(message);
    expect((await web.get(`${there}/targeting`)).body).toEqual(before);
  });

  it('a value, however it is given', async () => {
    const value = 'x'.repeat(limits.valueLength);
    const longest = new RegExp(`at most ${limits.valueLength} characters as JSON`);
    const patched = web.patch('/features/checkout/variations/off', { values: { 'checkout-layout': value } });
    expect(messagesOf(await patched)).toMatch(longest);
    const feature = {
      slug: 'valued',
      variables: [{ slug: 'valued', type: 'string' }],
      variations: [{ slug: 'only', values: { valued: value } }],
    };
    expect(messagesOf(await web.post('/features', feature))).toMatch(longest);
    expect(messagesOf(await web.post('/import', { slug: 'web', features: [feature] }))).toMatch(longest);
    expect((await web.get('/features/valued')).status).toBe(404);
  });

  it('by an import, too, with the environment where it is', async () => {
    const [{ projects }] = organisations.organisations as unknown as [
      { projects: [{ segments: object[]; features: [object] }] },
    ];
    const feature = {
      ...projects[0].features[0],
      environments: {
        staging: { targeting: targeting(...many(30, (n) => rule(text('matches', [`${heavyPattern}${n}`])))) },
      },
    };
    for (const query of ['', '?dry_run=true']) {
      const answer = await web.post(`/import${query}`, {
        slug: 'web',
        environments: [{ slug: 'staging' }],
        segments: projects[0].segments,
        features: [feature],
      });
      expect(messagesOf(answer)).toContain('The feature checkout in staging ');
    }
  });
});

describe('a segment', () => {
  const heavy = many(3, (n) => ({
    all_of: [
      text(
        'contains',
        many(200, (k) => `${'ab'.repeat(40)}${n}${k}`),
      ),
    ],
  }));

  it('that would take too long is refused', async () => {
    const any_of = many(30, (n) => ({ all_of: [text('matches', [`${heavyPattern}${n}`])] }));
    expect(messagesOf(await web.post('/segments', { slug: 'slow', any_of }))).toMatch(/^The segment slow /);
  });

  it('is refused where it makes a feature that names it take too long, and the feature is named', async () => {
    const slugs = many(limits.segmentsOfFeature, (n) => `part-${n}`);
    for (const slug of slugs) {
      expect((await web.post('/segments', { slug, any_of: [{ all_of: [text('exists', [])] }] })).status).toBe(
        201,
      );
    }
    const named = slugs.map((slug) => ({ property: 'segment', operator: 'in_segment', values: [slug] }));
    expect((await web.put(`${there}/targeting`, targeting(rule(...named)))).status).toBe(200);
    const answers: Answered[] = [];
    for (const slug of slugs) {
      const answer = await web.put(`/segments/${slug}`, { name: slug, any_of: heavy });
      if (answer.status === 200) continue;
      answers.push(answer);
      break;
    }
    expect(messagesOf(answers[0]!)).toMatch(
      /^The feature checkout in staging, which names the segment, may take \d+ µs to evaluate; at most 400 µs are allowed/,
    );
    // What makes it no longer is let through.
    expect((await web.put(`/segments/${slugs[0]}`, { name: 'Shorter', any_of: [] })).status).toBe(200);
  });
});

describe('what an older release accepted', () => {
  /** Stored as it was stored then. */
  async function storeHeavy(count: number): Promise<void> {
    const anyOf = many(count, (n) => ({ all_of: [text('matches', [`${heavyPattern}${n}`])] }));
    expect((await web.put(`${there}/targeting`, targeting(rule(text('exists', []))))).status).toBe(200);
    await app.pool.query(
      `UPDATE targeting_rule SET any_of = $1 FROM targeting JOIN environment ON environment.id = environment_id
       WHERE targeting.id = targeting_id AND environment.slug = 'staging'`,
      [JSON.stringify(anyOf)],
    );
    await app.pool.query(
      `UPDATE datafile_fragment SET document = jsonb_set(document::jsonb, '{targeting,rules,0,any_of}', $1)::json
       FROM environment WHERE environment.id = environment_id AND environment.slug = 'staging'
       AND document ->> 'slug' = 'checkout'`,
      [JSON.stringify(anyOf)],
    );
    await app.pool.query('UPDATE environment SET stored_bytes_version = NULL');
  }
  const heavyRules = (count: number) =>
    targeting({
      any_of: many(count, (n) => ({ all_of: [text('matches', [`${heavyPattern}${n}`])] })),
      serve: { variation: 'off' },
    });

  it('can be renamed, pinned, shortened and switched off, but not become worse', async () => {
    await storeHeavy(40);
    expect((await web.patch('/features/checkout', { name: 'Renamed' })).status).toBe(200);
    expect((await web.patch('/features/checkout', { slug: 'checkout' })).status).toBe(200);
    expect((await web.put(`${there}/overrides/somebody`, { variation: 'off' })).status).toBeLessThan(300);
    expect((await web.put(`${there}/targeting`, { ...heavyRules(40), enabled: false })).status).toBe(200);
    expect((await web.put(`${there}/targeting`, heavyRules(35))).status).toBe(200);
    expect(messagesOf(await web.put(`${there}/targeting`, heavyRules(60)))).toContain(
      'The feature checkout in staging ',
    );
    expect((await web.put(`${there}/targeting`, targeting())).status).toBe(200);
    expect(messagesOf(await web.put(`${there}/targeting`, heavyRules(35)))).toContain(
      'The feature checkout in staging ',
    );
  });

  it('is not copied to where it was not', async () => {
    await storeHeavy(40);
    const copied = await web.post('/features/checkout/copy-environment', {
      from: 'staging',
      to: 'production',
    });
    expect(messagesOf(copied)).toContain('The feature checkout in production ');
    await web.put(`${there}/targeting`, targeting());
  });
});

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
      100,
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
    expect(messagesOf(refused)).toBe(
      `The project web would have ${most + 1} ${noun}; at most ${most} are allowed.`,
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

  it('so many keys in an environment, revoked ones not counted', async () => {
    const keys = '/environments/staging/api-keys';
    await app.pool.query(
      `INSERT INTO environment_key (id, environment_id, key_hash, last_four)
       SELECT gen_random_uuid(), environment.id, encode(sha256(n::text::bytea), 'hex'), '0000' FROM environment, generate_series(1, 99) AS n
       WHERE environment.slug = 'staging' AND project_id = $1`,
      [await projectId()],
    );
    expect(messagesOf(await web.post(keys))).toBe(
      'The environment staging would have 101 keys; at most 100 are allowed: revoke one.',
    );
    await app.pool.query(`UPDATE environment_key SET revoked_at = now() WHERE last_four = '0000'`);
    expect((await web.post(keys)).status).toBe(201);
  });
});

describe('an environment has so many bytes of definitions', () => {
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

  it('which are counted with every change, and told with the heaviest features', async () => {
    expect(
      (await web.put(`${there}/targeting`, targeting(rule(text('contains', ['x'.repeat(500), 'y']))))).status,
    ).toBe(200);
    const told = await usage();
    expect(`${told.bytes.used}`).toBe(await stored());
    expect(told).toMatchObject({
      bytes: { limit: limits.environmentLength },
      features: { limit: limits.featuresOfProject },
      api_keys: { limit: 100 },
    });
    expect((told['heaviest_features'] as object[])[0]).toMatchObject({
      feature: 'checkout',
      cost_us_limit: limits.featureCost / 1_000,
      limits_exceeded: [],
    });
    // As after a change by a release that does not count.
    await app.pool.query('UPDATE environment SET version = version + 1');
    expect((await usage()).bytes.used).toBe(told.bytes.used);
    expect((await web.put(`${there}/targeting`, targeting())).status).toBe(200);
    expect(`${(await usage()).bytes.used}`).toBe(await stored());
  });

  it('beyond which it takes only what makes it smaller', async () => {
    await web.put(`${there}/targeting`, targeting(rule(text('is', ['x'.repeat(100)]))));
    await app.pool.query('UPDATE environment SET stored_bytes = $1, stored_bytes_version = version', [
      limits.environmentLength + 1,
    ]);
    const larger = await web.put(`${there}/targeting`, targeting(rule(text('is', ['x'.repeat(200)]))));
    expect(messagesOf(larger)).toMatch(
      new RegExp(
        `The definitions of the environment staging come to \\d+ bytes as JSON; at most ${limits.environmentLength} are allowed.`,
      ),
    );
    expect((await web.put(`${there}/targeting`, targeting(rule(text('is', ['x'.repeat(50)]))))).status).toBe(
      200,
    );
    // Of another environment nothing is said.
    expect((await web.get(`/environments/${randomUUID()}/usage`)).status).toBe(404);
  });
});
