import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withTransaction } from '@bunting/database';
import { keepTrimmed } from '../src/retention/keep-trimmed.ts';
import { trimEvents } from '../src/retention/trim.ts';
import { leastIdAt } from '../src/storing/event-ids.ts';
import { eventOf, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.now();
const daysAgo = (days: number) => new Date(now - days * dayMs);
const log = { warn: () => {} };

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(() => app.pool.query('TRUNCATE stored_event, event_receipt, event_batch, consumed_trace'));

const send = (...ids: string[]) =>
  ingest(
    app.server,
    ids.map((event_id) => eventOf({ event_id })),
  );

/** As if it had been taken in so long ago. */
async function sendDaysAgo(days: number, ...ids: string[]): Promise<void> {
  await send(...ids);
  const time = leastIdAt(daysAgo(days).getTime()).slice(0, 13);
  await app.pool.query(
    `UPDATE stored_event SET id = ($1 || substr(id::text, 14))::uuid WHERE event_id = ANY ($2)`,
    [time, ids],
  );
  await app.pool.query(
    `UPDATE event_batch SET first_id = ($1 || substr(first_id::text, 14))::uuid,
        last_id = ($1 || substr(last_id::text, 14))::uuid
      WHERE first_id = (SELECT max(first_id::text)::uuid FROM event_batch)`,
    [time],
  );
}

const countOf = async (table: string) => {
  const { rows } = await app.pool.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
  return rows[0]!.count;
};
const storedIds = async () => (await app.storedEvents()).map(({ event_id }) => event_id);

/** Trims once, and ends. */
async function trim(retentionDays: number | undefined, rowsAtOnce = 2_000): Promise<number> {
  let trimmed = 0;
  const onTrimmed = (events: number) => (trimmed += events);
  const { pool } = app;
  const end = keepTrimmed({ pool, retentionDays, now: () => now, log, onTrimmed, rowsAtOnce, pauseMs: 1 });
  for (let left = -1; left !== trimmed; await delay(300)) left = trimmed;
  await end();
  return trimmed;
}

describe('retention', () => {
  it('removes events so long after they were taken in, with receipts and batches, and no others', async () => {
    await sendDaysAgo(31, 'old-1', 'old-2');
    await sendDaysAgo(29, 'young');
    await send('new');
    await ingest(app.server, [eventOf({ event_id: 'told late', occurred_at: '2020-01-01T00:00:00Z' })]);
    expect(await trim(30)).toBe(2);
    expect(await storedIds()).toEqual(['young', 'new', 'told late']);
    expect([await countOf('event_receipt'), await countOf('event_batch')]).toEqual([3, 3]);
  });

  it('lets an event_id be stored again once its event is gone', async () => {
    await sendDaysAgo(31, 'a');
    expect((await send('a')).body).toEqual({ accepted: 0, duplicates: 1 });
    await trim(30);
    expect((await send('a')).body).toEqual({ accepted: 1 });
  });

  it('keeps everything unless it is told how long', async () => {
    await sendDaysAgo(10_000, 'ancient');
    expect(await trim(undefined)).toBe(0);
    expect(await storedIds()).toEqual(['ancient']);
  });

  it('works in small transactions until nothing is left to trim', async () => {
    const ids = Array.from({ length: 95 }, (_, n) => `old-${n}`);
    await sendDaysAgo(40, ...ids);
    expect(await trimEvents(app.pool, daysAgo(30), 10)).toBe(10);
    expect(await countOf('stored_event')).toBe(85);
    expect(await trim(30, 10)).toBe(85);
    expect([await countOf('stored_event'), await countOf('event_receipt')]).toEqual([0, 0]);
  });

  it('is left to one process of many at a time', async () => {
    await sendDaysAgo(40, 'a', 'b');
    await withTransaction(app.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [0x74_72_69_6d]);
      expect(await trimEvents(app.pool, daysAgo(30), 10)).toBeUndefined();
    });
    const together = await Promise.all([1, 2, 3, 4].map(() => trimEvents(app.pool, daysAgo(30), 10)));
    expect(together.reduce<number>((sum, trimmed) => sum + (trimmed ?? 0), 0)).toBe(2);
  });

  it('does not hold up ingest', async () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => `old-${n}`);
    await sendDaysAgo(40, ...ids);
    const trimming = trim(30, 50);
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => send(`new-${n}`).then(({ status }) => status)),
    );
    expect(statuses).toEqual(statuses.map(() => 202));
    expect(await trimming).toBe(1_000);
    expect(await countOf('stored_event')).toBe(50);
  });

  it('forgets traces an hour after they expired, whatever the retention', async () => {
    await app.pool.query(
      `INSERT INTO consumed_trace (id, expires_at) SELECT gen_random_uuid(), $1::timestamptz + n * interval '1 minute'
        FROM unnest(ARRAY[-120, -61, -59, 0, 5]) AS n`,
      [new Date(now)],
    );
    await trim(undefined, 1);
    expect(await countOf('consumed_trace')).toBe(3);
  });

  it('is tried again after a failure', async () => {
    const warnings: string[] = [];
    await app.pool.query('ALTER TABLE consumed_trace RENAME TO elsewhere');
    const end = keepTrimmed({
      pool: app.pool,
      retentionDays: 30,
      now: () => now,
      log: { warn: (_details: object, message?: string) => void warnings.push(message ?? '') },
      everyMs: 50,
    });
    await sendDaysAgo(31, 'a').catch(() => {});
    while (warnings.length < 2) await delay(10);
    await app.pool.query('ALTER TABLE elsewhere RENAME TO consumed_trace');
    while ((await countOf('stored_event')) > 0) await delay(10);
    await end();
    expect(warnings).toContain('Trimming failed; it is tried again.');
  });
});
