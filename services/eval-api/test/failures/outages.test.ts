import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@bunting/embedded-servers';
import { startTestProxy, startTestRedis, type ServiceProcess } from '@bunting/testing';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { startLoad, type Load } from '../load/load.ts';
import { keys, organisations } from '../organisations.ts';
import { evaluateAt } from '../requests.ts';

let installation: TestInstallation;
beforeEach(async () => {
  installation = await createTestInstallation('eval-api', organisations);
});
afterEach(() => installation.stop());

/** Starts a load of known and new users, so that governance has to ask Redis. */
const load = (service: ServiceProcess) =>
  startLoad({
    port: service.port,
    path: '/v1/variables/checkout-enabled',
    key: keys.production,
    body: (n) => ({ user: { id: `user-${n % 2 === 0 ? n % 100 : n}`, country: 'CA' } }),
  });

/** During an outage: so many answers that not every one of them can have waited for a time-out. */
const plenty = 500;

async function expectServed(running: Load): Promise<void> {
  const failed = (await running.stop()).filter(({ status }) => status !== 200);
  expect(failed).toEqual([]);
}

describe('Redis away', () => {
  it('fails no request when it is killed under load, nor when it comes back', async () => {
    const service = await installation.start();
    const running = load(service);
    await running.untilAnswered(100);
    await installation.redis.kill();
    await running.untilAnswered(plenty);
    const again = await startTestRedis({ port: installation.redis.port });
    await running.untilAnswered(plenty);
    await expectServed(running);
    expect((await service.get('/readyz')).status).toBe(200);
    await again.stop();
  });

  it('fails no request when it stops answering, nor when it answers again', async () => {
    const proxy = await startTestProxy(installation.redis);
    const service = await installation.start({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
    const running = load(service);
    await running.untilAnswered(100);
    proxy.setSilent(true);
    await running.untilAnswered(plenty);
    proxy.setSilent(false);
    proxy.cut();
    await running.untilAnswered(plenty);
    await expectServed(running);
    await proxy.stop();
  });

  it('is not needed to start', async () => {
    const service = await installation.start({ REDIS_URL: `redis://127.0.0.1:${await findFreePort()}` });
    const running = load(service);
    await running.untilAnswered(100);
    await expectServed(running);
  });
});

describe('PostgreSQL away', () => {
  it('fails no request for cached environments, and a process started meanwhile serves from Redis', async () => {
    const service = await installation.start();
    const running = load(service);
    await running.untilAnswered(100);
    expect((await service.get('/health')).status).toBe(200);
    await installation.postgres.shutDown();
    await running.untilAnswered(plenty);

    const health = await service.get('/health');
    expect([health.status, await health.text()]).toEqual([
      503,
      '{"status":"unavailable","db":"unreachable"}',
    ]);
    expect((await service.get('/readyz')).status).toBe(200);

    const late = await installation.start();
    expect((await late.get('/health')).status).toBe(503);
    const lateAnswer = await evaluateAt(late, keys.staging);
    expect([lateAnswer.status, await lateAnswer.json()]).toMatchObject([200, { feature: 'checkout' }]);
    expect((await evaluateAt(late, keys.production)).status).toBe(200);
    expect((await late.get('/readyz')).status).toBe(200);

    await running.untilAnswered(plenty);
    await expectServed(running);
  });

  it('with Redis away too: 503 with Retry-After for an unknown key, never 401', async () => {
    const service = await installation.start();
    expect((await evaluateAt(service, keys.production)).status).toBe(200);
    await Promise.all([installation.postgres.shutDown(), installation.redis.stop()]);
    expect((await evaluateAt(service, keys.production)).status).toBe(200);
    const unseen = await evaluateAt(service, keys.staging);
    expect(unseen.status).toBe(503);
    expect(Number(unseen.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await unseen.json()).toEqual({
      error: 'The service is temporarily unavailable. Try again shortly.',
      code: 'unavailable',
    });
    const flags = await fetch(`${service.url}/ofrep/v1/evaluate/flags`, {
      method: 'POST',
      headers: { 'X-API-Key': keys.staging },
      body: '{}',
    });
    expect([flags.status, flags.headers.get('retry-after'), await flags.json()]).toEqual([
      503,
      '1',
      {
        errorCode: 'GENERAL',
        errorDetails: 'The service is temporarily unavailable. Try again shortly.',
        metadata: { code: 'unavailable' },
      },
    ]);
  });
});
