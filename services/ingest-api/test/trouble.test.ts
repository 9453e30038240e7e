import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { findFreePort } from '@bunting/local';
import { startTcpRelay } from '../../eval-api/test/tcp-relay.ts';
import { createInstallation, type Installation } from './installation.ts';
import { keys } from './organisations.ts';
import { eventOf } from './requests.ts';
import { readStoredEvents } from './running-app.ts';
import type { ServiceProcess } from './service-process.ts';

/** Every test leaves PostgreSQL as it was; Redis is away from the last ones on. */
let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
}, 60_000);
afterAll(() => installation.stop(), 60_000);

/** Where nothing but the outcome counts: the machine may have other work. */
const patient = { INGEST_API_WRITE_TIMEOUT_MS: '20000' };

interface Outcome {
  readonly status: number;
  readonly retryAfter: number;
  readonly error: string | undefined;
  readonly tookMs: number;
}

async function ingest(service: ServiceProcess, parts: object = {}): Promise<Outcome> {
  const startedAt = performance.now();
  const response = await service.ingest([eventOf(parts)]);
  const { error } = (await response.json()) as { error?: string };
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    error,
    tookMs: performance.now() - startedAt,
  };
}

function expectRefused(outcome: Outcome): void {
  expect(outcome).toMatchObject({
    status: 503,
    error: 'The service cannot answer at the moment; try again shortly.',
  });
  expect(outcome.retryAfter).toBeGreaterThanOrEqual(1);
  expect(outcome.tookMs).toBeLessThan(1_000);
}

async function untilStored(service: ServiceProcess): Promise<number> {
  const startedAt = performance.now();
  while ((await ingest(service)).status !== 202) {
    if (performance.now() - startedAt > 20_000) throw new Error('It did not recover.');
    await delay(10);
  }
  return performance.now() - startedAt;
}

async function storedIds(): Promise<string[]> {
  const pool = createPool(installation.databaseUrl);
  const stored = await readStoredEvents(pool);
  await pool.end();
  return stored.map(({ event_id }) => event_id).filter((id) => id !== null);
}

async function kill(process: { kill(signal: 'SIGKILL'): boolean }): Promise<void> {
  const ended = once(process as never, 'exit');
  process.kill('SIGKILL');
  await ended;
}

describe('PostgreSQL away', () => {
  it('answers 503 within a second, and at once again when it is back', async () => {
    const service = await installation.start();
    await untilStored(service);
    expect((await ingest(service, { event_id: 'before' })).status).toBe(202);
    await kill(installation.postgres().process);
    for (let i = 0; i < 5; i++) expectRefused(await ingest(service, { event_id: `during-${i}` }));
    expect((await service.get('/health')).status).toBe(503);
    expect((await service.get('/readyz')).status).toBe(200);
    expect((await service.ingest([eventOf({ value: 'x' })])).status).toBe(400);

    await installation.restartPostgres();
    expect(await untilStored(service)).toBeLessThan(2_000);
    expect((await ingest(service, { event_id: 'after' })).status).toBe(202);
    expect(await storedIds()).toEqual(['before', 'after']);
  });

  it('answers 503 within a second when it falls silent, mostly at once, and goes on when it speaks again', async () => {
    const relay = await startTcpRelay(Number(new URL(installation.databaseUrl).port));
    const address = new URL(installation.databaseUrl);
    address.port = String(relay.port);
    const service = await installation.start({ DATABASE_URL: address.href });
    await untilStored(service);
    relay.swallow();
    const together = await Promise.all(Array.from({ length: 20 }, () => ingest(service)));
    for (const outcome of together) expectRefused(outcome);
    const later = [];
    for (let i = 0; i < 20; i++) later.push(await ingest(service));
    for (const outcome of later) expectRefused(outcome);
    expect(later.filter(({ tookMs }) => tookMs < 200).length).toBeGreaterThan(10);
    relay.pass();
    expect(await untilStored(service)).toBeLessThan(2_000);
    await relay.stop();
  });

  it('is not needed to start: the datafiles come from Redis, and events are refused until it is there', async () => {
    await (await installation.start()).ingest([eventOf()]); // leaves the copy in Redis
    await delay(500);
    await installation.postgres().stop();
    const late = await installation.start();
    expectRefused(await ingest(late));
    await installation.restartPostgres();
    expect(await untilStored(late)).toBeLessThan(2_000);
  });
});

describe('PostgreSQL overrun', () => {
  it('lets requests wait briefly for a connection, then answers 503', async () => {
    const service = await installation.start({ INGEST_API_WRITE_CONNECTIONS: '1' });
    await untilStored(service);
    const pool = createPool(installation.databaseUrl);
    const locker = await pool.connect();
    await locker.query('BEGIN; LOCK TABLE stored_event');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => ingest(service)));
    for (const outcome of outcomes) expectRefused(outcome);
    await locker.query('COMMIT');
    locker.release();
    await pool.end();
    expect(await untilStored(service)).toBeLessThan(2_000);
  });

  it('stores what waited when the wait was short', async () => {
    const service = await installation.start({
      INGEST_API_WRITE_CONNECTIONS: '1',
      ...patient,
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
    const service = await installation.start(patient);
    expect((await ingest(service, { user: { id: 'a' } })).status).toBe(202);
    await kill(installation.redis.process);
    for (let n = 0; n < 30; n++) {
      expect((await ingest(service, { user: { id: `user-${n}` } })).status).toBe(202);
    }
    const overCap = [1, 2, 3].map((n) => eventOf({ user: { id: `user-${n}` } }));
    expect((await service.ingest(overCap, keys.twoUsers)).status).toBe(202);
    expect((await service.ingest([eventOf()], keys.suspended)).status).toBe(403);
  });

  it('is not needed to start', async () => {
    const service = await installation.start({
      REDIS_URL: `redis://127.0.0.1:${await findFreePort()}`,
      ...patient,
    });
    expect((await ingest(service)).status).toBe(202);
  });
});
