import { describe, expect, it } from '@jest/globals';
import { createCalls, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

const inside = (...values: string[]) => [{ all_of: [{ property: 'country', operator: 'is', values }] }];

describe('a segment', () => {
  it('is created, listed, read, replaced and deleted', async () => {
    const created = await web.post('/segments', { slug: 'Alps', any_of: inside('AT', 'CH') });
    expect(created).toMatchObject({
      status: 201,
      body: { slug: 'alps', name: 'Alps', any_of: inside('AT', 'CH') },
    });
    expect(await web.get('/segments/ALPS')).toEqual({ ...created, status: 200 });
    const first = await web.get('/segments?limit=1');
    expect(first.body.items).toEqual([{ ...created.body, use_count: 0 }]);
    const second = await web.get(`/segments?cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ items: [{ slug: 'canada', use_count: 1 }], next_cursor: null });
    const replaced = await web.put('/segments/alps', { name: 'The Alps', any_of: inside('CH') });
    expect(replaced).toMatchObject({ status: 200, body: { name: 'The Alps', any_of: inside('CH') } });
    expect((await web.delete('/segments/alps')).status).toBe(204);
    expect((await web.get('/segments/alps')).status).toBe(404);
    expect((await web.put('/segments/alps', { name: 'A', any_of: [] })).status).toBe(404);
  });

  it('is refused with every condition that nothing could match', async () => {
    const condition = (property: string, operator: string, ...values: unknown[]) => ({
      property,
      operator,
      values,
    });
    const any_of = [
      {
        all_of: [
          condition('segment', 'in_segment', 'canada'),
          condition('custom', 'gt', 1),
          condition('email', 'matches', '(?=a)'),
          condition('ip_address', 'in_cidr', '10.0.0.0/8', '10.0.0.0/33'),
        ],
      },
      {
        all_of: [
          condition('app_version', 'semver_gt', 'new'),
          { ...condition('custom', 'before', 'soon'), custom_key: 'x' },
          condition('country', 'in_cidr', 'x'),
        ],
      },
    ];
    const conditionPaths = [
      'any_of[0].all_of[0].property',
      'any_of[0].all_of[1].custom_key',
      'any_of[0].all_of[2].values[0]',
      'any_of[0].all_of[3].values[1]',
      'any_of[1].all_of[0].values[0]',
      'any_of[1].all_of[1].values[0]',
      'any_of[1].all_of[2].operator',
    ];
    expect(getPaths(await web.post('/segments', { slug: 'wrong', any_of }))).toEqual(conditionPaths);
    const malformed = await web.put('/segments/canada', { any_of, slug: 'x' });
    expect(getPaths(malformed)).toEqual([...conditionPaths, 'name', 'slug']);
  });

  it('needs a slug of its own', async () => {
    expect(await web.post('/segments', { slug: 'CANADA', any_of: [] })).toMatchObject({
      status: 409,
      body: { error: 'A segment "canada" already exists.', code: 'taken' },
    });
  });

  it('that a rule uses cannot be deleted: the answer names the rule', async () => {
    expect(await web.delete('/segments/canada')).toMatchObject({
      status: 409,
      body: {
        error: 'The segment "canada" is in use; see "details".',
        code: 'in_use',
        details: [
          {
            path: 'targeting.rules[0]',
            message: 'rule 1 "Half of Canada" of checkout in production: uses canada',
          },
        ],
      },
    });
  });

  it('is written only when If-Match has its entity tag', async () => {
    const { etag } = await web.post('/segments', { slug: 'matched', any_of: [] });
    const stale = { 'If-Match': etag };
    const body = { name: 'Matched', any_of: inside('FR') };
    const { etag: current } = await web.put('/segments/matched', body, stale);
    expect((await web.put('/segments/matched', body, stale)).status).toBe(412);
    expect((await web.delete('/segments/matched', stale)).status).toBe(412);
    expect((await web.delete('/segments/matched', { 'If-Match': current })).status).toBe(204);
  });

  it('tells which rules name it, by environment and feature, page by page', async () => {
    await web.post('/segments', { slug: 'used', any_of: inside('NZ') });
    const names = (name: string) => ({
      name,
      any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['used', 'used'] }] }],
      serve: { variation: 'off' },
    });
    const nobody = { name: 'Nobody', any_of: inside('XX'), serve: { variation: 'off' } };
    const rules = [nobody, names('First'), names('Second')];
    const saved = await web.put('/features/checkout/environments/staging/targeting', {
      enabled: false,
      rules,
    });
    const [, one, two] = (saved.body as { targeting: { rules: { id: string }[] } }).targeting.rules;
    const path = '/segments/USED/uses';
    const use = {
      feature: 'checkout',
      feature_name: 'New checkout',
      environment: 'staging',
      protected: false,
    };
    const first = await web.get(`${path}?limit=1`);
    expect(first.body.items).toEqual([{ ...use, rule: 2, rule_id: one!.id, rule_name: 'First' }]);
    const second = await web.get(`${path}?limit=1&cursor=${first.body.next_cursor}`);
    expect(second.body).toEqual({
      items: [{ ...use, rule: 3, rule_id: two!.id, rule_name: 'Second' }],
      next_cursor: null,
    });
    expect((await web.get('/segments/canada/uses')).body.items).toMatchObject([
      { environment: 'production', protected: true, rule: 1 },
    ]);
    const { items } = (await web.get('/segments')).body as { items: { slug: string; use_count: number }[] };
    expect(items.find(({ slug }) => slug === 'used')?.use_count).toBe(2);
    expect((await web.get('/segments/nowhere/uses')).status).toBe(404);
    expect(getPaths(await web.get(`${path}?cursor=WzFd`))).toEqual(['query.cursor']);
  });

  it('counts up to a thousand rules that name it', async () => {
    await web.post('/segments', { slug: 'counted', any_of: inside('NZ') });
    await app.pool.query(
      `WITH rule AS (
         INSERT INTO targeting_rule (id, targeting_id, position, any_of)
         SELECT gen_random_uuid(), targeting.id, 1000 + number, '[]'
         FROM (SELECT id FROM targeting LIMIT 1) AS targeting, generate_series(1, 1001) AS number RETURNING id
       )
       INSERT INTO rule_segment (targeting_rule_id, segment_id)
       SELECT rule.id, segment.id FROM rule, segment WHERE slug = 'counted'`,
    );
    const { items } = (await web.get('/segments')).body as { items: { slug: string; use_count: number }[] };
    expect(items.find(({ slug }) => slug === 'counted')?.use_count).toBe(1000);
  });
});
