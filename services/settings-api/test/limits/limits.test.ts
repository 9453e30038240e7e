import { limits } from '@bunting/evaluator';
import { describe, expect, it } from '@jest/globals';
import { createCalls, type Answered } from '../client.ts';
import { heavyPattern, many, joinMessages, rule, targeting, text, there } from '../serving/heavy-rules.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

describe('a definition beyond the limits is refused, and the answer says by which', () => {
  it.each([
    [
      'rules',
      many(1_001, () => rule(text('exists', []))),
      /has 1001 rules; the maximum is 1000|at most 1000 entries/,
    ],
    [
      'conditions',
      many(6, () => rule(...many(900, (n) => text('eq', [n])))),
      /has 5\d\d\d conditions; the maximum is 5000/,
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
      /limit of 20000 values in all conditions/,
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
      /instructions; the maximum is/,
    ],
    [
      'patterns together',
      many(30, (n) => rule(text('matches', [`${heavyPattern}${n}`]))),
      /The feature checkout in staging (has patterns|searches texts|has a pattern|has \d+)/,
    ],
    [
      'many patterns',
      many(451, (n) => rule(text('matches', [`a${n}`]))),
      /exceeds the limit of 450 patterns in all conditions/,
    ],
    [
      'attributes to bucket by',
      many(40, (n) => ({
        ...rule(text('exists', [])),
        rollout: { percentage: 50 },
        serve: { variation: 'off', bucket_by: [`custom.a${n}`] },
      })),
      /has 40 different bucketing attributes; the maximum is 10/,
    ],
  ])('%s', async (_, rules, message) => {
    const before = (await web.get(`${there}/targeting`)).body as unknown;
    expect(joinMessages(await web.put(`${there}/targeting`, targeting(...rules)))).toMatch(message);
    expect((await web.get(`${there}/targeting`)).body).toEqual(before);
  });

  it('a value, on every route that sets it', async () => {
    const value = 'x'.repeat(limits.valueLength);
    const longest = new RegExp(`at most ${limits.valueLength} characters as JSON`);
    const patched = web.patch('/features/checkout/variations/off', { values: { 'checkout-layout': value } });
    expect(joinMessages(await patched)).toMatch(longest);
    const feature = {
      slug: 'valued',
      variables: [{ slug: 'valued', type: 'string' }],
      variations: [{ slug: 'only', values: { valued: value } }],
    };
    expect(joinMessages(await web.post('/features', feature))).toMatch(longest);
    expect(joinMessages(await web.post('/import', { slug: 'web', features: [feature] }))).toMatch(longest);
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
      expect(joinMessages(answer)).toContain('The feature checkout in staging ');
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
    expect(joinMessages(await web.post('/segments', { slug: 'slow', any_of }))).toMatch(/^The segment slow /);
  });

  it('is refused if it makes a feature that uses it take too long, and the error names the feature', async () => {
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
    expect(joinMessages(answers[0]!)).toMatch(
      /^The feature checkout in staging, which uses the segment, may take \d+ µs to evaluate; the maximum is 400 µs/,
    );
    // A change that does not make it longer is accepted.
    expect((await web.put(`/segments/${slugs[0]}`, { name: 'Shorter', any_of: [] })).status).toBe(200);
  });
});

describe('what an older release accepted', () => {
  /** Stores heavy features without the present checks. */
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

  it('can be renamed, overridden, shortened and switched off, but not made worse', async () => {
    await storeHeavy(40);
    expect((await web.patch('/features/checkout', { name: 'Renamed' })).status).toBe(200);
    expect((await web.patch('/features/checkout', { slug: 'checkout' })).status).toBe(200);
    expect((await web.put(`${there}/overrides/somebody`, { variation: 'off' })).status).toBeLessThan(300);
    expect((await web.put(`${there}/targeting`, { ...heavyRules(40), enabled: false })).status).toBe(200);
    expect((await web.put(`${there}/targeting`, heavyRules(35))).status).toBe(200);
    expect(joinMessages(await web.put(`${there}/targeting`, heavyRules(60)))).toContain(
      'The feature checkout in staging ',
    );
    expect((await web.put(`${there}/targeting`, targeting())).status).toBe(200);
    expect(joinMessages(await web.put(`${there}/targeting`, heavyRules(35)))).toContain(
      'The feature checkout in staging ',
    );
  });

  it('is not copied to another environment', async () => {
    await storeHeavy(40);
    const copied = await web.post('/features/checkout/copy-environment', {
      from: 'staging',
      to: 'production',
    });
    expect(joinMessages(copied)).toContain('The feature checkout in production ');
    await web.put(`${there}/targeting`, targeting());
  });
});
