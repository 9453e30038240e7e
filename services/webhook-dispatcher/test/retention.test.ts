import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { trimBatch } from '@bunting/retention';
import type { Subscriber } from '@bunting/webhooks';
import { createRetentions } from '../src/retentions.ts';
import { createInstallation, type Installation } from './installation.ts';

let installation: Installation;
let endpoint: Subscriber;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.stop());
beforeEach(async () => {
  await installation.pool.query('TRUNCATE webhook_event, webhook_endpoint CASCADE');
  endpoint = await installation.addEndpoint('https://receiver.example/');
});

/** Writes deliveries with one attempt each, which were written and ended that many days ago, without announcing them. */
async function addEnded(days: number, count: number, status = 'delivered'): Promise<string[]> {
  const ids = await installation.addDeliveries([endpoint], count, { announced: false });
  await age(ids, days);
  await installation.pool.query(
    `UPDATE webhook_delivery SET status = $2, due_at = NULL, attempt_count = 1, last_attempt_at = created_at,
       finished_at = created_at WHERE id = ANY ($1)`,
    [ids, status],
  );
  await installation.pool.query(
    `INSERT INTO webhook_attempt (id, webhook_delivery_id, number, started_at, duration_ms, succeeded)
     SELECT gen_random_uuid(), id, 1, created_at, 5, true FROM webhook_delivery WHERE id = ANY ($1)`,
    [ids],
  );
  return ids;
}

/** Gives the events ids of their time. */
async function age(ids: readonly string[], days: number): Promise<void> {
  await installation.pool.query(
    `WITH aged AS (
       UPDATE webhook_delivery SET created_at = now() - $2 * interval '1 day' + index * interval '1 second'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS given (delivery_id, index)
       WHERE id = delivery_id RETURNING webhook_event_id, webhook_delivery.created_at)
     UPDATE webhook_event SET created_at = aged.created_at FROM aged WHERE id = webhook_event_id`,
    [ids, days],
  );
  await installation.pool.query(`
    ALTER TABLE webhook_delivery DISABLE TRIGGER ALL; ALTER TABLE webhook_event DISABLE TRIGGER ALL;
    WITH renamed AS (
      SELECT id, (lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0') || right(id::text, 23))::uuid AS new_id
      FROM webhook_event),
    deliveries AS (
      UPDATE webhook_delivery SET webhook_event_id = new_id FROM renamed WHERE renamed.id = webhook_event_id)
    UPDATE webhook_event SET id = new_id FROM renamed WHERE renamed.id = webhook_event.id;
    ALTER TABLE webhook_delivery ENABLE TRIGGER ALL; ALTER TABLE webhook_event ENABLE TRIGGER ALL`);
}

async function trim(days = 90): Promise<void> {
  for (const retention of createRetentions(days)) await trimBatch(installation.pool, retention, 1_000);
}

const idsIn = async (table: string, column = 'id') => {
  const { rows } = await installation.pool.query<{ id: string }>(
    `SELECT ${column} AS id FROM ${table} ORDER BY ${column}`,
  );
  return rows.map(({ id }) => id);
};
const deliveries = () => idsIn('webhook_delivery');
const countOf = async (table: string) => (await idsIn(table)).length;

describe('deliveries', () => {
  it('that ended long ago are removed with their attempts and events, delivered or not; younger ones stay', async () => {
    await addEnded(92, 3);
    await addEnded(91, 2, 'failed');
    const young = await addEnded(89, 4);
    await trim();
    expect(await deliveries()).toEqual(young.toSorted());
    expect([await countOf('webhook_attempt'), await countOf('webhook_event')]).toEqual([4, 4]);
  });

  it('that are pending stay, however old they are', async () => {
    const pending = await installation.addDeliveries([endpoint], 2, { announced: false });
    await age(pending, 1_000);
    await trim();
    expect(await deliveries()).toEqual(pending.toSorted());
    expect(await countOf('webhook_event')).toBe(2);
  });

  it('that are parked while their endpoint is on hold stay, however old they are', async () => {
    const onHold = await installation.addEndpoint('https://silent.example/', { isOnHold: true });
    await installation.addDeliveries([onHold], 2, { announced: false });
    await age(await deliveries(), 1_000);
    await trim();
    expect(await countOf('webhook_delivery')).toBe(2);
    expect(await countOf('webhook_event')).toBe(2);
  });

  it('that ended recently stay, however long ago they were written', async () => {
    const ids = await addEnded(200, 2);
    await installation.pool.query('UPDATE webhook_delivery SET finished_at = now()');
    await trim();
    expect(await deliveries()).toEqual(ids.toSorted());
  });

  it('stay if they are the last of an endpoint, because settings show their time and result (contract §6.4)', async () => {
    const first = await addEnded(300, 3);
    endpoint = await installation.addEndpoint('https://other.example/');
    const other = await addEnded(200, 2);
    await trim();
    expect(await deliveries()).toEqual([first[2]!, other[1]!].toSorted());
    expect(await countOf('webhook_attempt')).toBe(2);
  });
});

describe('events', () => {
  it('whose endpoint was deleted are removed when their retention has passed', async () => {
    await addEnded(91, 2);
    await addEnded(1, 1);
    await installation.pool.query('DELETE FROM webhook_endpoint');
    expect(await countOf('webhook_event')).toBe(3);
    await trim();
    expect(await countOf('webhook_event')).toBe(1);
  });
});

it('a dispatcher removes what ended more than WEBHOOK_RETENTION_DAYS ago', async () => {
  await addEnded(8, 3);
  const young = await addEnded(6, 2);
  const dispatcher = await installation.startDispatcher({ WEBHOOK_RETENTION_DAYS: '7' });
  await until(async () => (await countOf('webhook_event')) === 2);
  expect(await deliveries()).toEqual(young.toSorted());
  expect(await dispatcher.metric('bunting_retention_removed_rows_total{rows="webhook_deliveries"}')).toBe(3);
});
