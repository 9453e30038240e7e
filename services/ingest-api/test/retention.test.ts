import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { leastIdAt, storableText, withTransaction } from '@bunting/database';
import { trimBatch } from '@bunting/retention';
import { removeEvents, createRetentions } from '../src/retentions.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(() => app.pool.query('TRUNCATE stored_event, event_receipt, event_batch, consumed_trace'));

const send = (...ids: string[]) =>
  ingest(
    app.server,
    ids.map((event_id) => toEvent({ event_id })),
  );

/** Stores events as if they had been received that long ago. */
async function sendDaysAgo(days: number, ...ids: string[]): Promise<void> {
  await send(...ids);
  const time = leastIdAt(daysAgo(days)).slice(0, 13);
  await app.pool.query(
    `UPDATE stored_event SET id = ($1 || substr(id::text, 14))::uuid WHERE event_id = ANY ($2)`,
    [time, ids.map(storableText)],
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

async function trim(eventDays: number | undefined): Promise<void> {
  for (const retention of createRetentions(eventDays)) {
    if (retention.keepMs !== undefined) await trimBatch(app.pool, retention, 1_000);
  }
}

describe('retention', () => {
  it('removes events that long after they were received, with receipts and batches, and no others', async () => {
    await sendDaysAgo(31, 'old-1', 'old-2');
    await sendDaysAgo(29, 'young');
    await send('new');
    await ingest(app.server, [toEvent({ event_id: 'told late', occurred_at: '2020-01-01T00:00:00Z' })]);
    await trim(30);
    expect(await storedIds()).toEqual(['young', 'new', 'told late']);
    expect([await countOf('event_receipt'), await countOf('event_batch')]).toEqual([3, 3]);
  });

  it('lets an event_id be stored again once its event is gone', async () => {
    await sendDaysAgo(31, 'a');
    expect((await send('a')).body).toEqual({ accepted: 0, duplicates: 1 });
    await trim(30);
    expect((await send('a')).body).toEqual({ accepted: 1 });
  });

  it('removes the receipts of ids that PostgreSQL cannot store as they are, and of those that look like their stored form', async () => {
    const ids = ['a\0', 'a\uD800', 'a\uFFFD', 'a\uFFFDd800'];
    await sendDaysAgo(31, ...ids);
    await trim(30);
    expect([await countOf('stored_event'), await countOf('event_receipt')]).toEqual([0, 0]);
    expect((await send(...ids)).body).toEqual({ accepted: 4 });
  });

  it('keeps everything unless a retention is configured', async () => {
    await sendDaysAgo(10_000, 'ancient');
    await trim(undefined);
    expect(await storedIds()).toEqual(['ancient']);
  });

  it('removes no more than one batch at a time', async () => {
    await sendDaysAgo(40, 'a', 'b', 'c');
    const remove = () => withTransaction(app.pool, (client) => removeEvents(client, daysAgo(30), 2));
    expect([await remove(), await remove()]).toEqual([2, 1]);
    expect([await countOf('stored_event'), await countOf('event_receipt')]).toEqual([0, 0]);
  });

  it('does not delay ingest', async () => {
    await sendDaysAgo(40, 'a');
    await withTransaction(app.pool, async (client) => {
      await removeEvents(client, daysAgo(30), 1_000);
      expect((await send('b')).body).toEqual({ accepted: 1 });
    });
    expect((await send('a', 'b')).body).toEqual({ accepted: 1, duplicates: 1 });
  });

  it('removes consumed traces an hour after they expired, whatever the retention', async () => {
    await app.pool.query(
      `INSERT INTO consumed_trace (id, expires_at) SELECT gen_random_uuid(), now() + n * interval '1 minute'
        FROM unnest(ARRAY[-120, -61, -59, 0, 5]) AS n`,
    );
    await trim(undefined);
    expect(await countOf('consumed_trace')).toBe(3);
  });
});
