import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { ask, day, enabled, hour, later, layout, web, type Answered } from './ask-evaluations.ts';
import { ageEnvironments, emptyCounts, storeBatch, type Counted } from './stored-batches.ts';

const app = useApp({ document: organisations });
const production = `${web}/environments/production`;

beforeEach(async () => {
  await app.pool.query(emptyCounts);
  await ageEnvironments(app.pool);
});

const get = (path: string, status?: number) => ask(app, path, status);
const store = (beginsAt: string, cells: Counted[], environment = 'production') =>
  storeBatch(app.pool, { environment, beginsAt, cells });

describe('the evaluations of a feature', () => {
  const path = `${web}/features/checkout/evaluations`;

  it('are told for each environment: since when it is counted, when code last asked, and what it got in 7 days', async () => {
    await store(hour(24 * 10), [{ variable: layout, variation: 'one-page', count: 100 }]);
    await store(hour(30), [
      { variable: layout, variation: 'off', count: 1 },
      { variable: layout, variation: 'one-page', reason: 'targeting_rule_matched', count: 2 },
      { variable: enabled, variation: null, reason: 'targeting_disabled', count: 5 },
    ]);
    await store(hour(2), [{ variable: layout, variation: 'off', count: 1 }]);
    expect(await get(path)).toEqual({
      items: [
        {
          environment: 'production',
          counted_since: hour(24 * 10),
          last_evaluated_at: later(hour(2), 30_000),
          last_7_days: [
            { variable: enabled, variation: null, reason: 'targeting_disabled', count: 5, share: 1 },
            { variable: layout, variation: 'off', reason: 'default_variation', count: 2, share: 0.5 },
            {
              variable: layout,
              variation: 'one-page',
              reason: 'targeting_rule_matched',
              count: 2,
              share: 0.5,
            },
          ],
        },
        { environment: 'staging', counted_since: null, last_evaluated_at: null, last_7_days: [] },
      ],
      next_cursor: null,
    });
  });

  it('are only those that named the variable: who asks for everything says nothing about code', async () => {
    await store(hour(1), [{ variable: layout, asked: 'all', count: 7 }]);
    expect((await get(path)).items[0]).toMatchObject({
      counted_since: hour(1),
      last_evaluated_at: null,
      last_7_days: [],
    });
  });

  it('are read in pages of environments', async () => {
    const first = await get(`${path}?limit=1`);
    expect(first.items).toMatchObject([{ environment: 'production' }]);
    const second = await get(`${path}?limit=1&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ items: [{ environment: 'staging' }], next_cursor: null });
  });

  it('show the 1,000 lines of an environment with the most evaluations', async () => {
    const { rows } = await app.pool.query<{ ids: string[] }>(
      `WITH made AS (
         INSERT INTO variation (id, feature_id, slug, name, position)
         SELECT gen_random_uuid(), id, 'many-' || n, '', n FROM feature, generate_series(1, 1001) AS n
         WHERE slug = 'checkout' RETURNING id)
       SELECT array_agg(id) AS ids FROM made`,
    );
    try {
      await app.pool.query(
        `INSERT INTO evaluation_rollup (environment_id, span, variable_id, variation_id, reason, asked, begins_at, count, first_at, last_at)
         SELECT environment.id, span, variable.id, variation.id, 0, 0,
           CASE span WHEN 'day' THEN date_trunc('day', now(), 'UTC') ELSE 'epoch' END, variation.position, now(), now()
         FROM variation JOIN variable USING (feature_id) JOIN environment USING (project_id), unnest('{day,ever}'::text[]) AS span
         WHERE variation.slug LIKE 'many-%' AND variable.slug = $1 AND environment.slug = 'production'`,
        [layout],
      );
      const { items } = await get(path);
      const lines = items[0]!['last_7_days'] as { variation: string; count: number; share: number }[];
      expect(lines).toHaveLength(1_000);
      expect(lines[0]).toMatchObject({ variation: 'many-1001', share: 1_001 / ((1_001 * 1_002) / 2) });
      expect(lines.at(-1)).toMatchObject({ count: 2 });
    } finally {
      await app.pool.query('DELETE FROM variation WHERE id = ANY ($1)', [rows[0]!.ids]);
    }
  });

  it('are 404 for an unknown feature', async () => {
    expect(await get(`${web}/features/nothing/evaluations`, 404)).toMatchObject({ code: 'not_found' });
  });
});

describe('the unknown keys of an environment', () => {
  it('have their counts and times, the latest first', async () => {
    await storeBatch(app.pool, {
      beginsAt: hour(3),
      endsAt: hour(2),
      unknown: [
        ['old', 2],
        ['b', 1],
      ],
    });
    await storeBatch(app.pool, {
      beginsAt: hour(2),
      endsAt: hour(1),
      unknown: [
        ['b', 1, 1],
        ['a', 4, 1],
      ],
    });
    await storeBatch(app.pool, { environment: 'staging', unknown: [['elsewhere', 1]] });
    expect(await get(`${production}/unknown-keys`)).toEqual({
      items: [
        {
          key: 'a',
          count: 4,
          first_at: hour(2),
          last_at: hour(1),
          server_last_at: null,
          archived_feature: null,
        },
        {
          key: 'b',
          count: 2,
          first_at: hour(3),
          last_at: hour(1),
          server_last_at: hour(2),
          archived_feature: null,
        },
        {
          key: 'old',
          count: 2,
          first_at: hour(3),
          last_at: hour(2),
          server_last_at: hour(2),
          archived_feature: null,
        },
      ],
      next_cursor: null,
    });
  });

  it('name the archived feature that has a variable with the key', async () => {
    await storeBatch(app.pool, { beginsAt: hour(3), endsAt: hour(2), unknown: [[layout, 2]] });
    expect((await get(`${production}/unknown-keys`)).items).toMatchObject([{ archived_feature: null }]);
    await app.pool.query(`UPDATE feature SET status = 'archived' WHERE slug = 'checkout'`);
    try {
      expect((await get(`${production}/unknown-keys`)).items).toMatchObject([
        { key: layout, archived_feature: 'checkout' },
      ]);
    } finally {
      await app.pool.query(`UPDATE feature SET status = 'live' WHERE slug = 'checkout'`);
    }
  });

  it('are read in pages, each key once', async () => {
    const unknown = Array.from({ length: 7 }, (_, n) => [`key-${n}`, 1] as const);
    await storeBatch(app.pool, { beginsAt: hour(3), endsAt: hour(2), unknown: unknown.slice(0, 4) });
    await storeBatch(app.pool, { beginsAt: hour(2), endsAt: hour(1), unknown: unknown.slice(4) });
    const found: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: Answered = await get(`${production}/unknown-keys?limit=3${next}`);
      found.push(...page.items.map(({ key }) => key));
      cursor = page.next_cursor;
    }
    expect(found).toEqual(['key-4', 'key-5', 'key-6', 'key-0', 'key-1', 'key-2', 'key-3']);
    const wrong = Buffer.from('["+275760-09-13T00:00:00.000Z","a"]').toString('base64url');
    await get(`${production}/unknown-keys?cursor=${wrong}`, 400);
  });
});

describe('the list of features', () => {
  const list = async (query: string) => (await get(`${web}/features?${query}`)).items;

  it('has last_evaluated_at, the latest of all environments, and with=last_evaluated_at that of counts that have just come in', async () => {
    expect(await list('with=last_evaluated_at')).toMatchObject([
      { slug: 'checkout', last_evaluated_at: null },
    ]);
    await store(hour(5), [{ variable: layout }]);
    await store(hour(3), [{ variable: enabled }], 'staging');
    await store(hour(1), [{ variable: enabled, asked: 'all' }]);
    expect(await list('with=last_evaluated_at')).toMatchObject([
      { last_evaluated_at: later(hour(3), 30_000) },
    ]);
    await get(`${web}/features?with=everything`, 400);
  });

  it('has with not_evaluated_for_days= only features that no code has asked for since then', async () => {
    const slugs = async (days: number) =>
      (await list(`not_evaluated_for_days=${days}`)).map(({ slug }) => slug);
    expect(await slugs(30)).toEqual(['checkout']);
    await store(day(10), [{ variable: layout }]);
    expect(await slugs(30)).toEqual([]);
    expect(await slugs(5)).toEqual(['checkout']);
    await store(hour(1), [{ variable: layout, asked: 'all' }]);
    expect(await slugs(5)).toEqual(['checkout']);
    await store(hour(1), [{ variable: enabled }], 'staging');
    expect(await slugs(5)).toEqual([]);
    for (const days of ['0', '-1', '3651', '1.5', 'x']) {
      await get(`${web}/features?not_evaluated_for_days=${days}`, 400);
    }
  });

  it('has the same entity tag for a feature however often that is evaluated', async () => {
    const tag = async () => {
      const answer = await request(app.server)
        .get(`${web}/features/checkout`)
        .set({ Authorization: `Bearer ${acmeToken}` });
      expect(answer.text).not.toMatch(/evaluat/);
      return answer.headers['etag'];
    };
    const before = await tag();
    expect(before).toBeDefined();
    await store(hour(1), [{ variable: layout }]);
    await list('with=last_evaluated_at');
    expect(await tag()).toBe(before);
  });
});
