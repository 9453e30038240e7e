// webhook-dispatcher: deliveries to a receiver that answers at once, and a thousand attempts in flight at slow receivers.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addEndpoints, addOrganisation } from '../../webhooks/dispatching.mjs';

const { withTransaction } = await import('../../../packages/database/dist/index.js');
const { announceDeliveries, writeDeliveries } = await import('../../../packages/webhooks/dist/index.js');

const endpointCount = 100;
const program = fileURLToPath(new URL('../../webhooks/receiver.mjs', import.meta.url));

/** Deliveries for a hundred endpoints, 2,500 at a time; a unit is one. */
export async function startDelivering(_, { pool, redis }) {
  const receiver = await startReceiver();
  const endpoints = await addEndpoints(pool, await addOrganisation(pool), receiver.url, endpointCount);
  async function deliver(seconds) {
    let count = 0;
    const startedAt = performance.now();
    while (performance.now() - startedAt < seconds * 1000) {
      count += await send({ pool, redis }, endpoints, 25);
      await untilDelivered(pool);
    }
    return { count, perSecond: count / ((performance.now() - startedAt) / 1000) };
  }
  return Object.assign(deliver, { stop: receiver.stop });
}

/**
 * Delivers ten attempts for each of a hundred endpoints, all in flight at once. Every response is larger than the part that is
 * stored.
 */
export async function deliverSlowly(_, { pool, redis }) {
  const receiver = await startReceiver(3_500, 64 * 1024);
  const endpoints = await addEndpoints(pool, await addOrganisation(pool), receiver.url, endpointCount);
  await send({ pool, redis }, endpoints, 20);
  await untilDelivered(pool);
  receiver.stop();
}

async function startReceiver(...settings) {
  const receiver = fork(program, settings.map(String));
  const [{ port }] = await once(receiver, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => void receiver.kill() };
}

async function send({ pool, redis }, endpoints, each) {
  const { organisationId } = endpoints[0];
  const events = Array.from({ length: each }, (_, n) => ({
    organisationId,
    type: 'member.joined',
    data: { member: { email: `member-${n}@example.com`, role: 'viewer' }, actor: 'admin@example.com' },
  }));
  const due = await withTransaction(pool, (client) =>
    writeDeliveries(client, endpoints, events, { now: new Date() }),
  );
  await announceDeliveries({ redis }, due);
  return due.length;
}

async function untilDelivered(pool) {
  for (;;) {
    const { rows } = await pool.query(`SELECT FROM webhook_delivery WHERE status = 'pending' LIMIT 1`);
    if (rows.length === 0) return;
    await delay(20);
  }
}
