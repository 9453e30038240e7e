import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { findFreePort } from '@bunting/embedded-servers';
import { spawnTestService, until, type ServiceProcess } from '@bunting/testing';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { keys, organisations } from './organisations.ts';
import { evaluateAt } from './requests.ts';

let installation: TestInstallation;
beforeAll(async () => {
  installation = await createTestInstallation('eval-api', organisations);
});
afterAll(() => installation.stop());

const evaluateBatch = (service: ServiceProcess, asked: readonly string[]) =>
  fetch(`${service.url}/v1/variables`, {
    method: 'POST',
    headers: { 'X-API-Key': keys.production },
    body: JSON.stringify({ keys: asked }),
  });

describe('the process', () => {
  it('answers the requests in flight after SIGTERM, and exits with 0', async () => {
    const service = await installation.start();
    const socket = connect(service.port, '127.0.0.1');
    const received = text(socket);
    socket.write(
      `POST /v1/variables/untargeted HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.production}\r\nContent-Length: 2\r\n\r\n`,
    );
    await delay(100);
    const ended = service.stop('SIGTERM');
    await delay(100);
    socket.write('{}');
    expect(await received).toMatch(/^HTTP\/1\.1 200 [\s\S]*"reason":"default_variation"/);
    expect(await ended).toBe(0);
  });

  it('lists every mistake in its configuration', async () => {
    const env = { DATABASE_URL: 'mysql://x', EVAL_API_MAX_BODY_BYTES: '1', EVALUATION_TRACE_SECRET: '' };
    const service = await spawnTestService('eval-api', env, await findFreePort());
    const output = await service.output;
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'EVALUATION_TRACE_SECRET', 'EVAL_API_MAX_BODY_BYTES']) {
      expect(output).toContain(name);
    }
    expect(await service.ended).toBe(1);
  });

  it('reports in one sentence that its port is in use', async () => {
    const first = await installation.start();
    const second = await spawnTestService('eval-api', installation.env, first.port);
    expect(await second.output).toContain(
      `Port ${first.port} is already in use: stop the other process or choose another port.`,
    );
    expect(await second.ended).toBe(1);
  });

  it('warns about a cap that is not a number above zero, and keeps the default', async () => {
    const warned = await installation.start({ EVAL_API_RATE_LIMIT_PER_MINUTE: '0' });
    expect((await evaluateAt(warned, keys.production)).status).toBe(200);
    await warned.stop();
    expect(await warned.output).toContain('EVAL_API_RATE_LIMIT_PER_MINUTE is \\"0\\"');
  });

  it.each([
    ['true', [200, 200]],
    ['false', [200, 429]],
  ])('limits the rate unless EVAL_API_RATE_LIMIT_DISABLED is true: %s', async (disabled, expected) => {
    const service = await installation.start({
      EVAL_API_RATE_LIMIT_PER_MINUTE: '1',
      EVAL_API_RATE_LIMIT_DISABLED: disabled,
    });
    const first = await evaluateAt(service, keys.production);
    const second = await evaluateAt(service, keys.production);
    expect([first.status, second.status]).toEqual(expected);
    await service.stop();
  });

  it.each([
    ['true', 200],
    ['false', 400],
  ])('limits batches unless EVAL_API_MAX_BATCH_KEYS_DISABLED is true: %s', async (disabled, expected) => {
    const service = await installation.start({
      EVAL_API_MAX_BATCH_KEYS: '1',
      EVAL_API_MAX_BATCH_KEYS_DISABLED: disabled,
    });
    expect((await evaluateBatch(service, ['a', 'b'])).status).toBe(expected);
    await service.stop();
  });

  it('starts from the read replica while PostgreSQL and Redis are away', async () => {
    const service = await installation.start({
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/away',
      REDIS_URL: 'redis://127.0.0.1:1',
      DATABASE_REPLICA_URL: installation.env.DATABASE_URL,
    });
    expect((await evaluateAt(service, keys.production)).status).toBe(200);
    expect(
      await service.metric('bunting_postgres_pool_connections{pool="replica",state="idle"}'),
    ).toBeGreaterThan(0);
    await service.stop();
  });

  it('writes when a key was last used before it ends', async () => {
    const began = Math.floor(Date.now() / 60_000) * 60_000;
    const service = await installation.start();
    expect((await evaluateAt(service, keys.production)).status).toBe(200);
    expect(await service.stop('SIGTERM')).toBe(0);
    const pool = createPool(installation.env.DATABASE_URL);
    const { rows } = await pool.query<{ last_used_at: Date }>(
      'SELECT last_used_at FROM environment_key WHERE last_used_at >= $1 AND last_four = $2',
      [new Date(began), keys.production.slice(-4)],
    );
    await pool.end();
    expect(rows.map(({ last_used_at: time }) => time.getTime() % 60_000)).toEqual([0]);
  });

  it('is not ready after SIGTERM, and still answers for the delay', async () => {
    const service = await installation.start({ SHUTDOWN_DELAY_MS: '2000' });
    const ended = service.stop('SIGTERM');
    await until(async () => (await service.get('/readyz')).status === 503);
    expect((await service.get('/livez')).status).toBe(200);
    expect((await evaluateAt(service, keys.production)).status).toBe(200);
    expect(await ended).toBe(0);
  });
});
