import { beforeEach, describe, expect, it } from '@jest/globals';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { ask, day, enabled, hour, hourMs, later, layout, web, type Answered } from './ask-evaluations.ts';
import {
  ageEnvironments,
  emptyCounts,
  readEnvironmentId,
  readIds,
  storeBatch,
  storeRow,
  type Counted,
} from './stored-batches.ts';

const app = useApp({ document: organisations });
const production = `${web}/environments/production`;

beforeEach(async () => {
  await app.pool.query(emptyCounts);
  await ageEnvironments(app.pool);
});

const get = (path: string, status?: number) => ask(app, path, status);
const store = (beginsAt: string, cells: Counted[], environment = 'production') =>
  storeBatch(app.pool, { environment, beginsAt, cells });

describe('the evaluations of an environment', () => {
  it('are those that were stored a moment ago, by variable, variation, reason and how they were asked for', async () => {
    const beginsAt = hour(1);
    await store(beginsAt, [
      { variable: layout, variation: null, reason: 'targeting_disabled', count: 4 },
      { variable: layout, variation: 'off', count: 3 },
      { variable: layout, variation: 'off', asked: 'all', count: 2 },
      { variable: enabled, variation: 'one-page', reason: 'targeting_rule_matched', count: 1 },
    ]);
    const before = Date.now() - 1_000;
    const { up_to, ...answer } = await get(`${production}/evaluations`);
    const same = { feature: 'checkout', variable: layout, last_evaluated_at: later(beginsAt, 30_000) };
    expect(answer).toEqual({
      items: [
        {
          ...same,
          variable: enabled,
          variation: 'one-page',
          reason: 'targeting_rule_matched',
          asked: 'named',
          count: 1,
        },
        { ...same, variation: null, reason: 'targeting_disabled', asked: 'named', count: 4 },
        { ...same, variation: 'off', reason: 'default_variation', asked: 'named', count: 3 },
        { ...same, variation: 'off', reason: 'default_variation', asked: 'all', count: 2 },
      ],
      next_cursor: null,
      counted_since: beginsAt,
    });
    expect(Date.parse(up_to)).toBeGreaterThanOrEqual(before);
  });

  it('have no counts and no beginning where nothing was counted', async () => {
    expect(await get(`${production}/evaluations`)).toMatchObject({ items: [], counted_since: null });
  });

  it('tell up to when they are whole where a batch waits', async () => {
    const beginsAt = hour(1);
    const times = { beginsAt, endsAt: later(beginsAt, 60_000) };
    const environmentId = await readEnvironmentId(app.pool, 'production');
    await storeRow(app.pool, { environmentId, ...times, format: 3, cells: [], unknown: [] });
    expect(await get(`${production}/evaluations`)).toMatchObject({ up_to: beginsAt });
    expect((await get(`${web}/environments/staging/evaluations`)).up_to > beginsAt).toBe(true);
  });

  it('are filtered by feature and by variable', async () => {
    await store(hour(1), [{ variable: layout }, { variable: enabled }]);
    const variables = async (query: string) =>
      (await get(`${production}/evaluations?${query}`)).items.map(({ variable }) => variable);
    expect(await variables('feature=Checkout')).toEqual([enabled, layout]);
    expect(await variables('feature=nothing')).toEqual([]);
    expect(await variables(`variable=${layout}`)).toEqual([layout]);
  });

  it('have the count and the last time of the period, whole hours or days', async () => {
    await store(hour(2), [{ variable: layout, count: 1 }]);
    await store(hour(1), [{ variable: layout, count: 2 }]);
    await store(day(3), [{ variable: layout, count: 4 }]);
    const counted = async (query: string) => {
      const { items } = await get(`${production}/evaluations?${query}`);
      return items.map(({ count, last_evaluated_at: at }) => [count, at]);
    };
    expect(await counted('')).toEqual([[7, later(hour(1), 30_000)]]);
    expect(await counted(`from=${later(hour(2), 60_000)}&to=${hour(1)}`)).toEqual([
      [1, later(hour(2), 30_000)],
    ]);
    expect(await counted(`from=${day(3)}&to=${day(2)}`)).toEqual([[4, later(day(3), 30_000)]]);
    expect(await counted(`from=${day(2)}&to=${day(1)}`)).toEqual([]);
    expect(await counted(`from=${later(day(20), hourMs)}`)).toEqual([[7, later(hour(1), 30_000)]]);
  });

  it('have their hours or days with bucket=', async () => {
    await store(hour(2), [{ variable: layout, count: 1 }]);
    await store(hour(1), [{ variable: layout, count: 2 }]);
    await store(day(3), [{ variable: layout, count: 4 }]);
    const buckets = async (query: string) => {
      const { items } = await get(`${production}/evaluations?${query}`);
      return items.map((item) => item['buckets']);
    };
    expect(await buckets(`bucket=hour&from=${hour(3)}`)).toEqual([
      [
        { begins_at: hour(2), count: 1 },
        { begins_at: hour(1), count: 2 },
      ],
    ]);
    const [days] = (await buckets('bucket=day')) as { begins_at: string; count: number }[][];
    expect(days![0]).toEqual({ begins_at: day(3), count: 4 });
    expect(days!.reduce((sum, { count }) => sum + count, 0)).toBe(7);
    expect((await buckets(''))[0]).toBeUndefined();
  });

  it('refuse hours that are no longer kept, and more than 31 days of them', async () => {
    expect(await get(`${production}/evaluations?bucket=hour&from=${day(15)}`, 400)).toMatchObject({
      details: [{ path: 'query.from' }],
    });
    await get(`${production}/evaluations?bucket=hour`, 400);
    await get(`${production}/evaluations?from=yesterday`, 400);
  });

  it('are read in pages, each count once', async () => {
    await store(hour(1), [
      { variable: layout, variation: null, reason: 'no_rule_matched' },
      { variable: layout, variation: 'off' },
      { variable: layout, variation: 'one-page' },
      { variable: layout, variation: 'one-page', asked: 'all' },
      { variable: enabled },
    ]);
    const whole = (await get(`${production}/evaluations`)).items;
    for (const query of ['', '&bucket=day']) {
      const found: unknown[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page: Answered = await get(`${production}/evaluations?limit=2${query}${next}`);
        expect(page.items.length).toBeLessThanOrEqual(2);
        found.push(...page.items.map(({ buckets: _buckets, ...item }) => item));
        cursor = page.next_cursor;
      }
      expect(found).toEqual(whole);
    }
  });

  it('refuse cursors that are none of this list', async () => {
    const keys = [
      '',
      '[]',
      '["a"]',
      '["a", "b", 0, 0]',
      `["\\u0000","${'0'.repeat(8)}-0000-0000-0000-000000000000",0,0]`,
    ];
    for (const key of keys) {
      const answer = await get(
        `${production}/evaluations?cursor=${Buffer.from(key).toString('base64url') || 'x'}`,
        400,
      );
      expect(answer).toMatchObject({ details: [{ path: 'query.cursor' }] });
    }
  });

  it('end a page where its counts have more than 10,000 hours or days', async () => {
    const [first, second] = await Promise.all([
      readIds(app.pool, layout, 'off'),
      readIds(app.pool, enabled, 'off'),
    ]);
    const environmentId = await readEnvironmentId(app.pool, 'production');
    const fill = (days: number) =>
      app.pool.query(
        `INSERT INTO evaluation_rollup (environment_id, span, variable_id, variation_id, reason, asked, begins_at, count, first_at, last_at)
         SELECT $1, span, variable_id, $2, 2, 0, begins_at, 1, begins_at, now()
         FROM unnest($3::uuid[]) AS variable_id
         CROSS JOIN (
           SELECT 'ever' AS span, timestamptz 'epoch' AS begins_at
           UNION ALL SELECT 'day', timestamptz '1990-01-01' + n * interval '1 day' FROM generate_series(1, $4::int) AS n) AS row`,
        [environmentId, first.variationId, [first.variableId, second.variableId], days],
      );
    await fill(6_000);
    const page = await get(`${production}/evaluations?bucket=day`);
    expect(page.items).toMatchObject([{ variable: enabled, count: 6_000 }]);
    const next = await get(`${production}/evaluations?bucket=day&cursor=${page.next_cursor}`);
    expect(next).toMatchObject({ items: [{ variable: layout, count: 6_000 }], next_cursor: null });
    await app.pool.query('TRUNCATE evaluation_rollup');
    await fill(10_001);
    await get(`${production}/evaluations?bucket=day`, 400);
  });

  it('are not those of a variable that was deleted, nor of another project', async () => {
    await store(hour(1), [{ variable: layout }, { variable: enabled }]);
    const environmentId = await readEnvironmentId(app.pool, 'production', 'globex');
    const { variableId } = await readIds(app.pool, layout, null);
    const times = { beginsAt: hour(1), endsAt: hour(0) };
    const cells = [[variableId, null, 0, 0, 1]];
    await storeRow(app.pool, { environmentId, ...times, cells, unknown: [] });
    await app.pool.query(`UPDATE variable SET deleted_at = now() WHERE slug = $1`, [enabled]);
    try {
      const { items } = await get(`${production}/evaluations`);
      expect(items).toMatchObject([{ variable: layout, count: 1 }]);
    } finally {
      await app.pool.query(`UPDATE variable SET deleted_at = NULL WHERE slug = $1`, [enabled]);
    }
  });
});
