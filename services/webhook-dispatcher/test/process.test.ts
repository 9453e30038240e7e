import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@bunting/embedded-servers';
import { spawnTestService, until } from '@bunting/testing';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver } from './receiver.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.stop());

describe('the process', () => {
  it('lists every mistake in its configuration', async () => {
    const env = {
      DATABASE_URL: 'mysql://x',
      STAFF_API_TOKEN: 'short',
      WEBHOOK_RETRY_DELAYS_SECONDS: '60,soon',
      WEBHOOK_LEASE_SECONDS: '5',
    };
    const service = await spawnTestService('webhook-dispatcher', env, await findFreePort());
    const output = await service.output;
    for (const name of [...Object.keys(env), 'REDIS_URL']) expect(output).toContain(name);
    expect(output).not.toContain('short');
    expect(await service.ended).toBe(1);
  });

  it('warns when it may send to insecure addresses', async () => {
    const service = await installation.startDispatcher();
    await service.stop();
    expect(await service.output).toMatch(/"level":"warn".*WEBHOOK_ALLOW_INSECURE_TARGETS is true/);
  });

  it('reports its health, and is not ready while it stops', async () => {
    const service = await installation.startDispatcher({ SHUTDOWN_DELAY_MS: '1000' });
    const health = await service.get('/health');
    expect([health.status, await health.text()]).toEqual([200, '{"status":"ok","db":"ok"}']);
    expect((await service.get('/livez')).status).toBe(200);
    const ended = service.stop();
    await until(async () => (await service.get('/readyz')).status === 503);
    expect(await ended).toBe(0);
  });

  it('refuses private addresses at every send by default, and shows nothing of their answers', async () => {
    const to = await startReceiver((res) => void res.end('a secret of the inside'));
    const endpoint = await installation.addEndpoint(to.url.replace('http:', 'https:'));
    const service = await installation.startDispatcher({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'false' });
    const [id] = await installation.addDeliveries([endpoint], 1);
    const attempt = async () =>
      (
        await installation.pool.query<Record<string, unknown>>(
          `SELECT succeeded, response_status, response_body, error FROM webhook_attempt WHERE webhook_delivery_id = $1`,
          [id],
        )
      ).rows[0];
    await until(async () => (await attempt()) !== undefined);
    expect(await attempt()).toEqual({
      succeeded: false,
      response_status: null,
      response_body: null,
      error: "The URL has the address 127.0.0.1, which isn't public (loopback).",
    });
    expect(await service.metric('bunting_webhook_attempt_duration_seconds_count{result="refused"}')).toBe(1);
    expect(to.received).toEqual([]);
    await service.stop();
    await to.stop();
  });
});
