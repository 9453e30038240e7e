import { beforeEach, describe, expect, it } from '@jest/globals';
import { createRegistry } from '@bunting/observability';
import { registerRollUpMetrics } from '../../src/roll-ups/start-roll-up.ts';
import { eventRollUp, rollUp } from '../../src/events/roll-up.ts';
import { rollUpOnce } from '../../src/roll-ups/roll-up.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { askEvents, purchase } from './ask-events.ts';
import { storeEvents } from './stored-events.ts';

const app = useApp({ document: organisations });
beforeEach(() => app.pool.query('TRUNCATE stored_event, event_batch, event_rollup, event_user'));

const ask = (path: string, status?: number) => askEvents(app, path, status);

it('has a metric with the age of the oldest event that is not counted', async () => {
  const registry = createRegistry({ withProcessMetrics: false });
  const lag = async () =>
    Number(/^bunting_event_rollup_lag_seconds (.*)$/m.exec(await registry.metrics())![1]);
  registerRollUpMetrics(registry, app.pool, () => Date.now() + 60_000);
  expect(await lag()).toBe(0);
  await storeEvents(app.pool, [purchase('ada')]);
  expect(await lag()).toBeGreaterThanOrEqual(60);
  await rollUp(app.pool, 1_000);
  expect(await lag()).toBe(0);
});

describe('the summary of events', () => {
  it('has events that were stored a moment ago, by variable, variation and event', async () => {
    await storeEvents(app.pool, [
      purchase('ada', { value: 10, isVerified: true }),
      purchase('ada', { value: 20.5 }),
      purchase('bob'),
      purchase(undefined),
      purchase('ada', { variation: 'off' }),
    ]);
    expect(await ask('summary')).toEqual({
      items: [
        {
          feature: 'checkout',
          variable: 'checkout-layout',
          variation: 'off',
          event: 'purchase',
          count: 1,
          users: 1,
          verified_share: 0,
          value: { count: 0, sum: 0, mean: null },
        },
        {
          feature: 'checkout',
          variable: 'checkout-layout',
          variation: 'one-page',
          event: 'purchase',
          count: 4,
          users: 2,
          verified_share: 0.25,
          value: { count: 2, sum: 30.5, mean: 15.25 },
        },
      ],
      next_cursor: null,
      up_to_date: true,
    });
  });

  it('adds later events to earlier ones', async () => {
    await storeEvents(app.pool, [purchase('ada', { value: 0.1 })]);
    await ask('summary');
    await storeEvents(app.pool, [purchase('ada', { value: 0.2 }), purchase('bob')]);
    const { items } = await ask('summary');
    expect(items).toMatchObject([{ count: 3, users: 2, value: { count: 2, sum: 0.3, mean: 0.15 } }]);
  });

  it('has hours and days, each with its own users', async () => {
    await storeEvents(app.pool, [
      purchase('ada', { occurredAt: '2026-11-01T10:59:59.999Z' }),
      purchase('ada', { occurredAt: '2026-11-01T11:00:00Z' }),
      purchase('bob', { occurredAt: '2026-11-01T11:30:00Z' }),
      purchase('ada', { occurredAt: '2026-11-02T00:00:00Z' }),
    ]);
    const hours = await ask('summary?bucket=hour&from=2026-11-01&to=2026-11-03');
    expect(hours.items).toMatchObject([
      {
        count: 4,
        users: 2,
        buckets: [
          { begins_at: '2026-11-01T10:00:00.000Z', count: 1, users: 1 },
          { begins_at: '2026-11-01T11:00:00.000Z', count: 2, users: 2 },
          { begins_at: '2026-11-02T00:00:00.000Z', count: 1, users: 1 },
        ],
      },
    ]);
    const days = await ask('summary?bucket=day');
    expect(days.items).toMatchObject([
      {
        count: 4,
        users: 2,
        buckets: [
          { begins_at: '2026-11-01T00:00:00.000Z', count: 3, users: 2 },
          { begins_at: '2026-11-02T00:00:00.000Z', count: 1, users: 1 },
        ],
      },
    ]);
  });

  it.each([
    ['the last day of 9999', '9999-12-31T23:00:00Z', '9999-12-31T00:00:00.000Z', '+010000-01-01'],
    ['the year 10000', '10000-01-01T00:00:00Z', '+010000-01-01T00:00:00.000Z', '+010000-01-02'],
    ['the year 0000', '0001-06-01T12:00:00Z BC', '0000-06-01T00:00:00.000Z', '0000-06-02'],
    [
      'the first hours of 0000 further east',
      '0001-01-01T00:00:00+05 BC',
      '-000001-12-31T00:00:00.000Z',
      '0000-01-01',
    ],
    ['a year before', '0002-12-31T12:00:00Z BC', '-000001-12-31T00:00:00.000Z', '0000-01-01'],
    ['the first day of all', '4714-11-24T12:00:00Z BC', '-004713-11-24T00:00:00.000Z', '-004713-11-25'],
  ])('of %s has a bucket that can be asked for', async (_, occurredAt, begins_at, to) => {
    await storeEvents(app.pool, [purchase('ada', { occurredAt }), purchase('bob')]);
    const { items } = await ask('summary?bucket=day');
    expect(items).toMatchObject([
      { count: 2, buckets: expect.arrayContaining([expect.objectContaining({ begins_at, count: 1 })]) },
    ]);
    const from = encodeURIComponent(begins_at);
    const asked = await ask(`summary?bucket=hour&from=${from}&to=${encodeURIComponent(to)}`);
    expect(asked.items).toMatchObject([{ count: 1, users: 1 }]);
    const before = encodeURIComponent('-271821-04-20T00:00:00.000Z');
    expect(
      (await ask(`summary?bucket=day&from=${before}&to=${encodeURIComponent('+275760-09-13')}`)).items,
    ).toMatchObject([{ count: 2 }]);
  });

  it('counts only a period, and leaves out lines without events in it', async () => {
    await storeEvents(app.pool, [
      purchase('ada', { occurredAt: '2026-11-01T10:00:00Z' }),
      purchase('bob', { occurredAt: '2026-11-02T10:00:00Z' }),
      purchase('cyd', { occurredAt: '2026-11-02T10:00:00Z', variation: 'off' }),
    ]);
    const { items } = await ask('summary?from=2026-11-01&to=2026-11-02');
    expect(items).toMatchObject([{ variation: 'one-page', count: 1, users: 1 }]);
  });

  it('filters by variable and by event', async () => {
    await storeEvents(app.pool, [
      purchase('ada'),
      purchase('ada', { event: 'view' }),
      purchase('ada', { variable: 'checkout-enabled' }),
    ]);
    expect((await ask('summary?variable=Checkout-Layout')).items).toHaveLength(2);
    expect((await ask('summary?event=purchase')).items).toHaveLength(2);
    expect((await ask('summary?event=purchase&variable=checkout-enabled')).items).toHaveLength(1);
  });

  it('comes page by page', async () => {
    await storeEvents(
      app.pool,
      Array.from({ length: 7 }, (_, n) => purchase('ada', { event: `event ${n}` })),
    );
    const names: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const { items, next_cursor } = await ask(`summary?limit=2${cursor}`);
      names.push(...items.map(({ event }) => event));
      cursor = `&cursor=${next_cursor}`;
    }
    expect(names).toEqual(Array.from({ length: 7 }, (_, n) => `event ${n}`));
    expect(cursor).toBe('&cursor=null');
  });

  it('counts names of any length, and values of any size', async () => {
    const longest = 'x'.repeat(50_000);
    await storeEvents(app.pool, [
      purchase('ada', { event: `${longest}1`, value: 1e308 }),
      purchase('ada', { event: `${longest}1`, value: 1e308 }),
      purchase('ada', { event: `${longest}2`, value: -1e-300 }),
    ]);
    const { items } = await ask('summary');
    expect(items).toMatchObject(
      [{ count: 2, value: { sum: null, mean: null } }, { count: 1 }].toSorted(() => 0),
    );
    expect(items.map(({ event }) => event.length)).toEqual([194, 194]);
  });

  it('counts events at the earliest and latest possible times', async () => {
    const at = (occurredAt: string) => purchase('ada', { occurredAt });
    const ends = ['0001-01-01T00:00:00Z', '1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'];
    await storeEvents(app.pool, [...ends.map(at), at('2026-11-01T12:00:00Z')]);
    expect(await rollUp(app.pool, 10_000)).toBe(true);
    expect((await ask('summary')).items).toMatchObject([{ count: 4, users: 1 }]);
  });

  it('has fewer lines on a page where they have many days, and is exact', async () => {
    await storeEvents(
      app.pool,
      ['a', 'b', 'c'].flatMap((event) => [purchase('ada', { event }), purchase('bob', { event })]),
    );
    await rollUp(app.pool, 10_000);
    await addDays(4_000);
    const pages: unknown[] = [];
    let cursor = '';
    do {
      const { items, next_cursor } = await ask(`summary?from=1800-01-01${cursor}`);
      pages.push(items.map(({ event }) => event));
      for (const item of items) expect(item).toMatchObject({ count: 4_002, users: 2 });
      cursor = next_cursor === null ? '' : `&cursor=${next_cursor}`;
    } while (cursor !== '');
    expect(pages).toEqual([['a', 'b'], ['c']]);
  });

  it('refuses a period with more than ten thousand days of one line, but gives its totals', async () => {
    await storeEvents(app.pool, [purchase('ada')]);
    await rollUp(app.pool, 10_000);
    await addDays(9_999);
    expect((await ask('summary?bucket=day&limit=1')).items).toMatchObject([{ count: 10_000, users: 1 }]);
    await addDays(1, '1800-01-01');
    const { details } = await ask('summary?bucket=day', 400);
    expect(details).toEqual([
      {
        path: 'query.from',
        code: 'invalid',
        message: 'has events in more than 10000 hours or days: choose a shorter period, or whole days',
      },
    ]);
    expect((await ask('summary?bucket=day&from=2000-01-01')).items).toHaveLength(1);
    expect((await ask('summary')).items).toMatchObject([{ count: 1 }]);
  });

  /** Adds an event of its users to each group on that many more days. */
  async function addDays(days: number, first = '1900-01-01'): Promise<void> {
    await app.pool.query(
      `INSERT INTO event_rollup (environment_id, variable_id, variation_id, event, span, begins_at, event_count,
         verified_count, value_count, value_sum, value_square_sum, user_count, users)
       SELECT environment_id, variable_id, variation_id, event, 'day', $1::timestamptz + index * interval '1 day', 1,
         0, 0, 0, 0, user_count, users
       FROM event_rollup, generate_series(0, $2 - 1) AS index WHERE span = 'ever'`,
      [`${first}T00:00:00Z`, days],
    );
  }

  it.each([
    ['bucket=week', 'query.bucket'],
    ['from=yesterday', 'query.from'],
    ['from=2026-11-02&to=2026-11-01', 'query.to'],
    ['bucket=hour', 'query.from'],
    ['bucket=hour&from=2026-10-01&to=2026-11-02', 'query.from'],
    ['cursor=WzFd', 'query.cursor'],
  ])('refuses %s', async (query, path) => {
    const { details } = await ask(`summary?${query}`, 400);
    expect(details.map((problem) => problem.path)).toEqual([path]);
  });

  it('is exact while many processes store and many count', async () => {
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let batch = 0; batch < 15; batch += 1) {
        const ofBatch = Array.from({ length: 20 }, (_each, n) =>
          purchase(`user ${(writer * 7 + batch * 3 + n) % 90}`, {
            value: 1,
            variation: n % 2 ? 'off' : 'one-page',
          }),
        );
        await storeEvents(app.pool, ofBatch);
      }
    });
    let isStoring = true;
    const counters = Array.from({ length: 3 }, async () => {
      while (isStoring) await rollUpOnce(app.pool, eventRollUp, 50);
    });
    await Promise.all(writers).finally(() => (isStoring = false));
    await Promise.all(counters);
    expect(await rollUp(app.pool, 10_000)).toBe(true);
    const { rows } = await app.pool.query<{ variation: string; count: number; users: number }>(
      `SELECT variation.slug AS variation, count(*)::int AS count, count(DISTINCT user_key)::int AS users
       FROM stored_event JOIN variation ON variation.id = variation_id GROUP BY 1 ORDER BY 1`,
    );
    const { items } = await ask('summary');
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(2_400);
    expect(items).toMatchObject(rows.map((row) => ({ ...row, value: { sum: row.count } })));
  });

  it('counts a batch once when the process that counts it dies in between', async () => {
    await storeEvents(app.pool, [purchase('ada'), purchase('bob')]);
    const client = await app.pool.connect();
    client.on('error', () => {});
    await client.query(
      `BEGIN; DELETE FROM event_batch; SELECT pg_advisory_xact_lock(hashtext('bunting event roll-up'))`,
    );
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // Another roll-up has the lock: the summary does not wait for long, and says so.
    expect((await ask('summary')).up_to_date).toBe(false);
    await app.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
    client.release(true);
    const { items } = await ask('summary');
    expect(items).toMatchObject([{ count: 2, users: 2 }]);
  });
});
