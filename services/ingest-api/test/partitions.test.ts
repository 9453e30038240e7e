import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { leastIdAt, withTransaction } from '@bunting/database';
import { removeEvents } from '../src/retentions.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const send = async (...ids: string[]) => {
  const events = ids.map((event_id) => toEvent({ event_id }));
  return (await ingest(app.server, events)).body as object;
};

it('stored_event can be partitioned by ranges of time while events arrive (ADR 9)', async () => {
  expect(await send('a', 'b')).toEqual({ accepted: 2 });
  const cut = new Date(Date.now() + 1);
  await app.pool.query(`
    BEGIN;
    ALTER TABLE stored_event RENAME TO stored_event_first;
    CREATE TABLE stored_event (LIKE stored_event_first INCLUDING ALL) PARTITION BY RANGE (id);
    ALTER TABLE stored_event ATTACH PARTITION stored_event_first FOR VALUES FROM (MINVALUE) TO ('${leastIdAt(cut)}');
    CREATE TABLE stored_event_second PARTITION OF stored_event FOR VALUES FROM ('${leastIdAt(cut)}') TO (MAXVALUE);
    COMMIT;
  `);
  expect(await send('a', 'c', 'c')).toEqual({ accepted: 1, duplicates: 2 });
  const { rows } = await app.pool.query(
    'SELECT tableoid::regclass::text AS "table", event_id FROM stored_event ORDER BY id',
  );
  expect(rows).toEqual([
    { table: 'stored_event_first', event_id: 'a' },
    { table: 'stored_event_first', event_id: 'b' },
    { table: 'stored_event_second', event_id: 'c' },
  ]);
  expect(await withTransaction(app.pool, (client) => removeEvents(client, cut, 10))).toBe(2);
  expect(await send('a', 'c')).toEqual({ accepted: 1, duplicates: 1 });
});
