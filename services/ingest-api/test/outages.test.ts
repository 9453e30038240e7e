import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { findFreePort } from '@bunting/embedded-servers';
import { startTestProxy, until, type ServiceProcess } from '@bunting/testing';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { keys, organisations } from './organisations.ts';
import { toEvent, ingestAt } from './requests.ts';
import { readStoredEvents } from './running-app.ts';

/** Every test leaves PostgreSQL as it was; Redis stays away after the last tests. */
let installation: TestInstallation;
beforeAll(async () => {
  installation = await createTestInstallation('ingest-api', organisations);
});
afterAll(() => installation.stop());

/** For tests of the outcome alone, because the machine may be busy. */
const longTimeouts = { INGEST_API_WRITE_TIMEOUT_MS: '20000' };

interface Outcome {
  readonly status: number;
  readonly retryAfter: number;
  readonly error: string | undefined;
}

async function ingest(service: ServiceProcess, parts: object = {}): Promise<Outcome> {
  const response = await ingestAt(service, [toEvent(parts)]);
  const { error } = (await response.json()) as { error?: string };
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    error,
  };
}

function expectRefused(outcome: Outcome): void {
  expect(outcome).toMatchObject({
    status: 503,
    error: 'The service is temporarily unavailable. Try again shortly.',
  });
  expect(outcome.retryAfter).toBeGreaterThanOrEqual(1);
}

const untilStored = (service: ServiceProcess) => until(async () => (await ingest(service)).status === 202);

async function storedIds(): Promise<string[]> {
  const pool = createPool(installation.env.DATABASE_URL);
  const stored = await readStoredEvents(pool);
  await pool.end();
  return stored.map(({ event_id }) => event_id).filter((id) => id !== null);
}

describe('PostgreSQL away', () => {
  it('answers 503, and takes events again when it is back', async () => {
    const service = await installation.start();
    await untilStored(service);
    expect((await ingest(service, { event_id: 'before' })).status).toBe(202);
    await installation.postgres.kill();
    for (let i = 0; i < 5; i++) expectRefused(await ingest(service, { event_id: `during-${i}` }));
    expect((await service.get('/health')).status).toBe(503);
    expect((await service.get('/readyz')).status).toBe(200);
    expect((await ingestAt(service, [toEvent({ value: 'x' })])).status).toBe(400);

    await installation.postgres.restart();
    await untilStored(service);
    expect((await ingest(service, { event_id: 'after' })).status).toBe(202);
    expect(await storedIds()).toEqual(['before', 'after']);
  });

  it('answers 503 when it stops answering, probes it with one request of many, and continues when it answers again', async () => {
    const address = new URL(installation.env.DATABASE_URL);
    const proxy = await startTestProxy({ port: Number(address.port) });
    address.port = String(proxy.port);
    const service = await installation.start({ DATABASE_URL: address.href });
    await untilStored(service);
    proxy.setSilent(true);
    const together = () => Promise.all(Array.from({ length: 50 }, () => ingest(service)));
    for (const outcome of await together()) expectRefused(outcome);
    const sent = proxy.received();
    for (const outcome of await together()) expectRefused(outcome);
    expect(proxy.received() - sent).toBeLessThan(25);
    proxy.setSilent(false);
    proxy.cut();
    await untilStored(service);
    await proxy.stop();
  });

  it('is not needed to start: the datafiles come from Redis, and events are refused until PostgreSQL is back', async () => {
    await ingestAt(await installation.start(), [toEvent()]); // leaves the copy in Redis
    await delay(500);
    await installation.postgres.shutDown();
    const late = await installation.start();
    expectRefused(await ingest(late));
    await installation.postgres.restart();
    await untilStored(late);
  });
});

describe('PostgreSQL overloaded', () => {
  it('lets requests wait briefly for a connection, then answers 503', async () => {
    const service = await installation.start({ INGEST_API_WRITE_CONNECTIONS: '1' });
    await untilStored(service);
    const pool = createPool(installation.env.DATABASE_URL);
    const locker = await pool.connect();
    await locker.query('BEGIN; LOCK TABLE stored_event');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => ingest(service)));
    for (const outcome of outcomes) expectRefused(outcome);
    await locker.query('COMMIT');
    locker.release();
    await pool.end();
    await untilStored(service);
  });

  it('stores what waited when the wait was short', async () => {
    const service = await installation.start({
      INGEST_API_WRITE_CONNECTIONS: '1',
      ...longTimeouts,
    });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ingest(service, { event_id: `waiting-${n}` })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 202));
    expect((await storedIds()).filter((id) => id.startsWith('waiting-'))).toHaveLength(10);
  });
});

describe('Redis away', () => {
  it('fails no request: governance decides in the process', async () => {
    const service = await installation.start(longTimeouts);
    expect((await ingest(service, { user: { id: 'a' } })).status).toBe(202);
    await installation.redis.kill();
    for (let n = 0; n < 30; n++) {
      expect((await ingest(service, { user: { id: `user-${n}` } })).status).toBe(202);
    }
    const overCap = [1, 2, 3].map((n) => toEvent({ user: { id: `user-${n}` } }));
    expect((await ingestAt(service, overCap, keys.twoUsers)).status).toBe(202);
    expect((await ingestAt(service, [toEvent()], keys.suspended)).status).toBe(403);
  });

  it('is not needed to start', async () => {
    const service = await installation.start({
      REDIS_URL: `redis://127.0.0.1:${await findFreePort()}`,
      ...longTimeouts,
    });
    expect((await ingest(service)).status).toBe(202);
  });
});
