import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startTestRedis, until } from '@bunting/testing';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const count = 5_000;
const quick = { WEBHOOK_SWEEP_INTERVAL_SECONDS: '2', WEBHOOK_LEASE_SECONDS: '7' };

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function install(options: { ownPostgres?: boolean } = {}): Promise<Installation> {
  const installation = await createInstallation(options);
  cleanUps.push(() => installation.stop());
  return installation;
}

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  cleanUps.push(() => started.stop());
  return started;
}

async function endpointsFor(installation: Installation, { url }: Receiver, endpointCount: number) {
  return Promise.all(Array.from({ length: endpointCount }, () => installation.addEndpoint(url)));
}

const delivered = async (installation: Installation) =>
  (await installation.countByStatus())['delivered'] ?? 0;

/** Expects that every delivery arrived and is recorded as delivered. Returns how many arrived more than once. */
async function expectNothingLost(
  installation: Installation,
  to: Receiver,
  ids: readonly string[],
  ms: number,
) {
  await until(async () => (await delivered(installation)) === ids.length, ms);
  const times = to.times();
  expect(ids.filter((id) => !times.has(id))).toEqual([]);
  expect(times.size).toBe(ids.length);
  const { rows } = await installation.pool.query<{ count: number }>(
    'SELECT count(DISTINCT webhook_delivery_id)::int AS count FROM webhook_attempt WHERE succeeded',
  );
  expect(rows[0]!.count).toBe(ids.length);
  return to.repeats();
}

describe('Redis', () => {
  it('killed and emptied with 2,500 deliveries pending: no delivery and no retry is lost', async () => {
    const installation = await install();
    const pending = 2_500;
    const failedOnce = new Set<string>();
    const to = await receiver((res, { id }) => {
      const fails = Number.parseInt(id.slice(-2), 16) < 26 && !failedOnce.has(id); // a tenth
      if (fails) failedOnce.add(id);
      res.writeHead(fails ? 503 : 200).end();
    });
    const endpoints = await endpointsFor(installation, to, 20);
    await installation.startDispatcher({ ...quick, WEBHOOK_RETRY_DELAYS_SECONDS: '6,6' });
    const ids = await installation.addDeliveries(endpoints, pending / endpoints.length);
    await until(() => to.received.length > 500);

    const killed = once(installation.redis.process, 'exit');
    installation.redis.process.kill('SIGKILL');
    await killed;
    expect(await delivered(installation)).toBeLessThan(pending);
    await delay(1_000);
    const emptied = await startTestRedis({ port: installation.redis.port });
    cleanUps.push(() => emptied.stop());

    await until(async () => (await delivered(installation)) === pending, 150_000);
    expect(failedOnce.size).toBeGreaterThan(100);
    // A delivery arrived as often as it has attempts: twice if it failed once, otherwise once.
    const times = to.times();
    expect(ids.filter((id) => times.get(id) !== (failedOnce.has(id) ? 2 : 1))).toEqual([]);
  }, 180_000);
});

describe('a dispatcher', () => {
  it('killed every few seconds during 5,000 deliveries: none is lost, and less than 1 % arrive again', async () => {
    const installation = await install();
    const to = await receiver();
    const endpoints = await endpointsFor(installation, to, 25);
    let service = await installation.startDispatcher(quick);
    const ids: string[] = [];
    for (let round = 0; round < 4; round++) {
      const before = to.received.length;
      ids.push(...(await installation.addDeliveries(endpoints, count / 4 / endpoints.length)));
      await until(() => to.received.length > before + 400); // in the middle of it
      expect(await service.stop('SIGKILL')).toBeNull();
      service = await installation.startDispatcher(quick);
      await delay(1_000);
    }
    const repeats = await expectNothingLost(installation, to, ids, 120_000);
    expect(ids.length).toBe(count);
    expect(repeats).toBeLessThan(count / 100);
  }, 300_000);

  it('killed between the receiver’s 200 and the record: exactly one repeat, of the same id and body', async () => {
    const installation = await install();
    let answered = () => {};
    const hasAnswered = new Promise<void>((resolve) => (answered = resolve));
    const to = await receiver((res) => {
      first.child.kill('SIGSTOP'); // from here on it does nothing with what it gets
      res.end('ok', answered);
    });
    const endpoint = await installation.addEndpoint(to.url);
    const first = await installation.startDispatcher(quick);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await hasAnswered;
    await first.stop('SIGKILL');
    expect(await installation.countByStatus()).toEqual({ pending: 1 });
    await installation.startDispatcher(quick);
    expect(await expectNothingLost(installation, to, [id!], 30_000)).toBe(1);
    expect(new Set(to.received.map(({ body }) => body)).size).toBe(1);
    await delay(3_000); // longer than a sweep takes to come by
    expect(to.received.length).toBe(2);
  });

  it('that is stopped finishes the attempts in flight, and begins no others', async () => {
    const installation = await install();
    const to = await receiver(async (res) => {
      await delay(3_000);
      res.end();
    });
    const endpoints = await endpointsFor(installation, to, 2);
    const service = await installation.startDispatcher(quick);
    await installation.addDeliveries(endpoints, 15);
    await until(() => to.received.length >= 20);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(to.received.length).toBe(20);
    expect(await installation.countByStatus()).toEqual({ delivered: 20, pending: 10 });
    const { rows } = await installation.pool.query(
      'SELECT FROM webhook_delivery WHERE leased_until IS NOT NULL',
    );
    expect(rows.length).toBe(0);
  });
});

describe('PostgreSQL', () => {
  it('restarted with 2,500 deliveries pending: none is lost', async () => {
    const installation = await install({ ownPostgres: true });
    const to = await receiver();
    const endpoints = await endpointsFor(installation, to, 20);
    await installation.startDispatcher(quick);
    const ids = await installation.addDeliveries(endpoints, 2_500 / endpoints.length);
    await until(() => to.received.length > 500);
    await installation.restartPostgres(1_000);
    const repeats = await expectNothingLost(installation, to, ids, 60_000);
    expect(repeats).toBeLessThan(count / 100);
  });
});

describe('a change', () => {
  it('whose transaction rolls back sends nothing, even if it was announced', async () => {
    const installation = await install();
    const to = await receiver();
    const endpoint = await installation.addEndpoint(to.url);
    await installation.startDispatcher(quick);
    const rolledBack = await installation.addDeliveries([endpoint], 3, { rolledBack: true });
    expect(rolledBack.length).toBe(3);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await until(async () => (await delivered(installation)) === 1);
    expect(to.received.map((each) => each.id)).toEqual([id]);
  });
});
