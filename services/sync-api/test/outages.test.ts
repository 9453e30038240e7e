import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { startTestRedis, until, type ServiceProcess } from '@bunting/testing';
import { createFeature } from '@bunting/testing/fixtures';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { Redis } from 'ioredis';
import { createDocument, keys } from './organisations.ts';
import { openTestStream, type TestStream } from './test-stream.ts';

const document = (...slugs: string[]) =>
  createDocument({ features: slugs.map((slug) => createFeature(slug)) });

let installation: TestInstallation;
let service: ServiceProcess;
const streams: TestStream[] = [];
beforeEach(async () => {
  installation = await createTestInstallation('sync-api', document('first'));
  service = await installation.start();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await installation.stop();
});

async function open(port = service.port, query = ''): Promise<TestStream> {
  const stream = await openTestStream(port, { query });
  streams.push(stream);
  return stream;
}

/** Changes PostgreSQL, and announces it if Redis is there. */
async function apply(...slugs: string[]): Promise<void> {
  const pool = createPool(installation.env.DATABASE_URL);
  await applyDocument({ pool }, document(...slugs));
  await pool.end();
}

const datafile = (port = service.port, query = '') =>
  fetch(`http://127.0.0.1:${port}/v1/datafile${query}`, { headers: { 'X-API-Key': keys.datafile } });

const named = (stream: TestStream, slug: string) =>
  stream.events().some(({ data }) => data.changed?.includes(slug) ?? false);

describe('Redis away', () => {
  it('streams stay open, changes come by the poll, and datafiles are answered', async () => {
    const stream = await open();
    await installation.redis.kill();
    await apply('second');
    await until(() => named(stream, 'second'));
    expect((await datafile()).status).toBe(200);
    expect((await service.get('/readyz')).status).toBe(200);
    expect((await open()).status).toBe(200);
    expect(stream.hasEnded()).toBe(false);
  });

  it('announcements are followed again when it is back', async () => {
    const stream = await open();
    await installation.redis.kill();
    const back = await startTestRedis({ port: installation.redis.port });
    await apply('second');
    await until(() => named(stream, 'second'));
    expect(stream.hasEnded()).toBe(false);
    await back.stop();
  });
});

describe('PostgreSQL away', () => {
  it('streams stay open and are opened, datafiles come from the copy in Redis, also in a process started meanwhile', async () => {
    const stream = await open();
    expect((await datafile()).status).toBe(200);
    await installation.postgres.shutDown();
    const late = await installation.start();
    for (const { port } of [service, late]) {
      const answer = await datafile(port);
      const body = (await answer.json()) as { version: number; fragments: unknown[] };
      expect([answer.status, body.fragments.length]).toEqual([200, 1]);
      expect((await datafile(port, `?since=${body.version}`)).status).toBe(304);
      const old = await datafile(port, `?since=${body.version - 1}`);
      expect([old.status, await old.json()]).toMatchObject([200, { since: null }]);
      expect((await open(port)).status).toBe(200);
    }
    expect((await late.get('/readyz')).status).toBe(200);
    await installation.postgres.restart();
    await apply('second');
    await until(() => named(stream, 'second'));
    expect(stream.hasEnded()).toBe(false);
  });

  it('with Redis away too: streams stay open, and a key that nobody knows is 503, not 401', async () => {
    const stream = await open();
    await Promise.all([installation.postgres.shutDown(), installation.redis.kill()]);
    expect((await open()).status).toBe(200);
    const unseen = await openTestStream(service.port, { key: keys.staging });
    expect([unseen.status, unseen.headers['retry-after']]).toEqual([503, '1']);
    expect((await service.get('/readyz')).status).toBe(200);
    expect(stream.hasEnded()).toBe(false);
  });
});

it('a restored backup, whose version is lower, is an event, and later changes are too', async () => {
  const redis = new Redis(installation.env.REDIS_URL);
  const pool = createPool(installation.env.DATABASE_URL);
  await applyDocument({ pool, redis }, document('second'));
  await applyDocument({ pool, redis }, document('third'));
  const stream = await open();
  const [, version] = /id: (\d+)/.exec(stream.text())!;
  const notified = stream.events().length;
  await pool.query(
    `DELETE FROM datafile_fragment WHERE entity_id = (SELECT id FROM feature WHERE slug = 'third')`,
  );
  await pool.query('UPDATE environment SET version = version - 1');
  const restored = await stream.event(notified);
  expect(restored).toMatchObject({ id: Number(version) - 1 });
  expect(restored.data).not.toHaveProperty('changed');
  expect((await open(service.port, `?since=${version}`)).events()[0]).toMatchObject({
    id: Number(version) - 1,
  });
  await applyDocument({ pool, redis }, document('fourth'));
  await until(() => named(stream, 'fourth'));
  redis.disconnect();
  await pool.end();
});

it('on SIGTERM streams end one after the other, each with a random time to reconnect', async () => {
  const count = 60;
  const opened = await Promise.all(Array.from({ length: count }, () => open()));
  const ended = service.stop();
  await Promise.all(opened.map((stream) => stream.ended()));
  expect(await ended).toBe(0);
  const times = opened.map((stream) => Number(/retry: (\d+)\n\n$/.exec(stream.text())![1]));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...times)).toBeLessThanOrEqual(15_000);
  expect(Math.max(...times)).toBeGreaterThan(5_000);
});
