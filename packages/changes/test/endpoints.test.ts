import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changeFeatures } from '../src/features/change-features.ts';
import { changeOrganisations } from '../src/organisations/organisations.ts';
import { type ChangesMade, runChange } from '../src/run-change.ts';
import { newId } from '@bunting/database';
import { startTestRedis, until } from '@bunting/testing';
import { dueChannel, parseDueMessage, readSubscribers, writeDeliveries } from '@bunting/webhooks';
import { Redis } from 'ioredis';
import { changeEndpoint, createEndpoint, readChangeEvents } from './listener.ts';
import { createShop, type Shop } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await createShop();
});
afterEach(() => shop.end());

const due = async () =>
  (
    await shop.pool.query<{ at: Date | number }>('SELECT due_at AS at FROM webhook_delivery ORDER BY id')
  ).rows.map(({ at }) => at);

/** Waits until some connection waits for the lock of an endpoint's row. */
async function untilLockAwaited(): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await until(async () => (await shop.rows(waiting)).length > 0);
}

function archive(redis?: Redis): Promise<ChangesMade<void>> {
  const context = { pool: shop.pool, redis, actor: 'ada@acme.example', source: 'session' } as const;
  return runChange(context, async (transaction) => {
    const { project, feature } = await shop.read(transaction);
    await changeFeatures(transaction, project, [
      { before: feature, after: { ...feature, status: 'archived' } },
    ]);
  });
}

describe('an endpoint', () => {
  it('gets the kinds it selected, and each endpoint a delivery of its own', async () => {
    const archived = await createEndpoint(shop, ['feature.archived']);
    const updated = await createEndpoint(shop, ['feature.updated', 'member.joined']);
    const all = await createEndpoint(shop, ['*']);
    const members = await createEndpoint(shop, ['member.joined']);
    const { deliveries } = await archive();
    expect(await readChangeEvents(shop, archived.id)).toEqual(['feature.archived checkout archived']);
    expect(await readChangeEvents(shop, updated.id)).toEqual(['feature.updated checkout archived']);
    expect(await readChangeEvents(shop, all.id)).toHaveLength(2);
    expect(await readChangeEvents(shop, members.id)).toEqual([]);
    expect(deliveries.map(({ endpointId }) => endpointId).toSorted()).toEqual(
      [archived.id, updated.id, all.id, all.id].toSorted(),
    );
    expect(await shop.rows('SELECT type FROM webhook_event ORDER BY id')).toEqual([
      { type: 'feature.archived' },
      { type: 'feature.updated' },
    ]);
  });

  it('that does not exist, or is for other kinds, leaves no events behind', async () => {
    await archive();
    await createEndpoint(shop, ['member.joined']);
    await runChange({ pool: shop.pool, actor: 'a', source: 'session' }, async (transaction) => {
      const { project, feature } = await shop.read(transaction);
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, name: 'Till' } }]);
    });
    expect(await shop.rows('SELECT FROM webhook_event')).toEqual([]);
  });

  it('of another organisation gets nothing', async () => {
    const other = { ...shop.organisation, id: newId(), slug: 'other' };
    await runChange({ pool: shop.pool, actor: 'a', source: 'staff' }, (transaction) =>
      changeOrganisations(transaction, [{ after: other }]),
    );
    const { id } = await createEndpoint({ ...shop, organisation: other }, ['*']);
    await archive();
    expect(await readChangeEvents(shop, id)).toEqual([]);
  });

  it('that is disabled gets nothing new; what was pending waits until it is enabled', async () => {
    const { id } = await createEndpoint(shop, ['feature.updated']);
    await archive();
    await changeEndpoint(shop, id, { enabled: false });
    expect(await due()).toEqual([Infinity]);
    await runChange({ pool: shop.pool, actor: 'a', source: 'session' }, async (transaction) => {
      const { project, feature } = await shop.read(transaction);
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, name: 'Till' } }]);
    });
    expect(await due()).toEqual([Infinity]);
    await changeEndpoint(shop, id, { enabled: true });
    expect(await due()).toEqual([expect.any(Date)]);
  });

  it('on hold gets deliveries that wait, unannounced, until the hold is released', async () => {
    const { id } = await createEndpoint(shop, ['*']);
    await shop.rows('UPDATE webhook_endpoint SET held_at = now(), failing_since = now()');
    expect((await archive()).deliveries).toEqual([]);
    expect(await due()).toEqual([Infinity, Infinity]);
    await changeEndpoint(shop, id, { description: 'Ours', heldAt: new Date() });
    expect(await due()).toEqual([Infinity, Infinity]);
    await changeEndpoint(shop, id, { heldAt: null });
    expect(await due()).toEqual([expect.any(Date), expect.any(Date)]);
    expect(await shop.rows('SELECT held_at, failing_since FROM webhook_endpoint')).toEqual([
      { held_at: null, failing_since: null },
    ]);
  });

  it('that is released while a change is being written loses none of it', async () => {
    const { id } = await createEndpoint(shop, ['*']);
    await shop.rows('UPDATE webhook_endpoint SET held_at = now()');
    const client = await shop.pool.connect();
    await client.query('BEGIN');
    const subscribers = await readSubscribers(client, [shop.organisation.id]);
    const release = changeEndpoint(shop, id, { heldAt: null });
    await untilLockAwaited();
    const member = { email: 'ada@acme.example', role: 'admin' };
    const event = { type: 'member.joined', data: { member, actor: 'a' } } as const;
    await writeDeliveries(client, subscribers, [{ ...event, organisationId: shop.organisation.id }], {
      now: new Date(),
    });
    await client.query('COMMIT');
    client.release();
    await release;
    expect(await due()).toEqual([expect.any(Date)]);
  });

  it('that is disabled while on hold waits for both to end', async () => {
    const { id } = await createEndpoint(shop, ['feature.updated']);
    await archive();
    await changeEndpoint(shop, id, { enabled: false });
    await shop.rows('UPDATE webhook_endpoint SET held_at = now()');
    await changeEndpoint(shop, id, { enabled: true });
    expect(await due()).toEqual([Infinity]);
    await changeEndpoint(shop, id, { heldAt: null });
    expect(await due()).toEqual([expect.any(Date)]);
  });

  it('that is deleted loses its deliveries', async () => {
    const { id } = await createEndpoint(shop, ['*']);
    await archive();
    await changeEndpoint(shop, id, null);
    expect(await shop.rows('SELECT FROM webhook_delivery')).toEqual([]);
  });

  it('that is being deleted does not fail a concurrent change', async () => {
    const { id } = await createEndpoint(shop, ['*']);
    const client = await shop.pool.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM webhook_endpoint WHERE id = $1', [id]);
    const change = archive();
    await untilLockAwaited();
    await client.query('COMMIT');
    client.release();
    expect((await change).deliveries).toEqual([]);
    expect(await shop.rows('SELECT FROM webhook_event')).toEqual([]);
  });
});

describe('dispatchers', () => {
  it('are notified of deliveries after the commit', async () => {
    const server = await startTestRedis();
    const [redis, subscriber] = [new Redis(server.url), new Redis(server.url)];
    try {
      await createEndpoint(shop, ['*']);
      await subscriber.subscribe(dueChannel);
      const received = new Promise<string>((resolve) =>
        subscriber.once('message', (_, message) => resolve(message)),
      );
      const { deliveries } = await archive(redis);
      expect(deliveries).toHaveLength(2);
      expect(parseDueMessage(await received)).toEqual(deliveries);
    } finally {
      redis.disconnect();
      subscriber.disconnect();
      await server.stop();
    }
  });
});
