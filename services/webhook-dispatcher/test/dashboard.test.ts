import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type ServiceProcess } from '@bunting/testing';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver } from './receiver.ts';

const token = 'a token of the staff, for tests alone';

let installation: Installation;
let service: ServiceProcess;
beforeAll(async () => {
  installation = await createInstallation();
  service = await installation.startDispatcher({
    STAFF_API_TOKEN: token,
    WEBHOOK_RETRY_DELAYS_SECONDS: '600',
  });
});
afterAll(() => installation.stop());

const ask = (path: string, password?: string, init: RequestInit = {}) =>
  fetch(`${service.url}${path}`, {
    redirect: 'manual',
    ...init,
    ...(password !== undefined && {
      headers: { Authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}` },
    }),
  });

interface Shown {
  readonly queues: readonly {
    readonly name: string;
    readonly readOnlyMode: boolean;
    readonly counts: Readonly<Record<string, number>>;
    readonly jobs: readonly { readonly data: object }[];
  }[];
}

describe('/queues', () => {
  it.each([
    '/queues',
    '/queues/',
    '/queues/api/queues',
    '/queues/static/images/logo.svg',
    '/queues/queue/deliveries',
  ])('%s asks for a password', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  it('shows staff both queues, and a retry that waits in one of them, with its ids only', async () => {
    const to = await startReceiver((res) => void res.writeHead(500).end());
    const endpoint = await installation.addEndpoint(to.url);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await until(
      async () =>
        (await service.metric('bunting_webhook_queue_depth{queue="retries",state="delayed"}')) === 1,
    );
    await to.stop();
    const answer = await ask('/queues/api/queues?activeQueue=retries&status=delayed', token);
    expect(answer.status).toBe(200);
    const { queues } = (await answer.json()) as Shown;
    expect(queues.map(({ name, readOnlyMode }) => [name, readOnlyMode])).toEqual([
      ['deliveries', true],
      ['retries', true],
    ]);
    expect(queues[1]!.counts['delayed']).toBe(1);
    expect(queues[1]!.jobs.map(({ data }) => data)).toEqual([{ id, endpointId: endpoint.id }]);
  });

  it('is a page that loads nothing from other sites', async () => {
    const page = await ask('/queues/', token);
    expect(page.headers.get('x-powered-by')).toBeNull();
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('Bunting webhooks');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(text)!;
    expect((await ask(new URL(script!, `${service.url}/queues/`).pathname, token)).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s, also from staff', async (method) => {
    const answer = await ask('/queues/api/queues/deliveries/pause', token, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each([
    '..%2f..%2fpackage.json',
    '..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/package.json',
    '..%5c..%5cpackage.json',
    '....//....//package.json',
    '%252e%252e%252fpackage.json',
    '%00',
    '%2fetc%2fpasswd',
  ])('has no file outside of its own: static/%s', async (path) => {
    const answer = await ask(`/queues/static/${path}`, token);
    expect([400, 403, 404]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(/"dependencies"|root:/);
  });

  it('does not exist without STAFF_API_TOKEN', async () => {
    const without = await installation.startDispatcher();
    expect((await without.get('/queues')).status).toBe(404);
    expect((await without.get('/health')).status).toBe(200);
    await without.stop();
  });

  it('accepts ten wrong passwords a minute, and then refuses all, even the right one', async () => {
    for (let i = 0; i < 10; i++) expect((await ask('/queues', `${token}${i}`)).status).toBe(401);
    for (const password of ['', token]) {
      const answer = await ask('/queues', password);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

describe('/metrics', () => {
  it('has depth, age, outcomes, durations, sweeps and holds', async () => {
    const text = await (await service.get('/metrics')).text();
    for (const line of [
      'bunting_webhook_queue_depth{queue="deliveries",state="waiting"} 0',
      'bunting_webhook_oldest_due_age_seconds 0',
      'bunting_webhook_deliveries_total{outcome="retried"} 1',
      'bunting_webhook_deliveries_total{outcome="delivered"} 0',
      'bunting_webhook_deliveries_total{outcome="failed"} 0',
      'bunting_webhook_attempt_duration_seconds_count{result="failed"} 1',
      'bunting_webhook_sweeps_total{outcome="failed"} 0',
      'bunting_webhook_endpoint_holds_total 0',
      'bunting_webhook_endpoints_held 0',
      'bunting_webhook_attempts_in_flight 0',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).toMatch(/bunting_webhook_sweeps_total\{outcome="done"\} [1-9]/);
  });

  it('has the age of the oldest due delivery, unless its endpoint has ten attempts in flight', async () => {
    const { pool } = installation;
    const endpoint = await installation.addEndpoint('http://127.0.0.1:9/');
    await installation.addDeliveries([endpoint], 11, { announced: false });
    const lease = (count: number) =>
      pool.query(
        `UPDATE webhook_delivery SET due_at = now() - interval '90 seconds',
           leased_until = CASE WHEN id IN (SELECT id FROM webhook_delivery WHERE webhook_endpoint_id = $1 LIMIT $2)
             THEN now() + interval '1 hour' END
         WHERE webhook_endpoint_id = $1`,
        [endpoint.id, count],
      );
    await lease(10);
    expect(await service.metric('bunting_webhook_oldest_due_age_seconds')).toBe(0);
    await lease(9);
    expect(await service.metric('bunting_webhook_oldest_due_age_seconds')).toBeGreaterThanOrEqual(90);
  });
});
