import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type ServiceProcess } from '@bunting/testing';
import { createSealingKeys, sealSecret } from '@bunting/sealed-secrets';
import { unparkDeliveries } from '@bunting/webhooks';
import { createInstallation, signingSecret, type Installation } from './installation.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const encryptionKey = 'an encryption key of the tests, the current one';
const previousKey = 'an encryption key of the tests, the previous one';

let installation: Installation;
let service: ServiceProcess;
beforeAll(async () => {
  installation = await createInstallation();
  service = await installation.startDispatcher({
    WEBHOOK_RETRY_DELAYS_SECONDS: '1,1',
    WEBHOOK_SWEEP_INTERVAL_SECONDS: '600',
    SECRETS_ENCRYPTION_KEY: encryptionKey,
    SECRETS_ENCRYPTION_KEY_PREVIOUS: previousKey,
  });
});
afterAll(() => installation.stop());

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
});

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  receivers.push(started);
  return started;
}

interface Stored {
  readonly status: string;
  readonly attempt_count: number;
  readonly due_at: Date | number | null;
  readonly leased_until: Date | null;
  readonly finished_at: Date | null;
  readonly last_attempt_at: Date | null;
  readonly body: string;
}

async function stored(id: string): Promise<Stored> {
  const { rows } = await installation.pool.query<Stored>('SELECT * FROM webhook_delivery WHERE id = $1', [
    id,
  ]);
  return rows[0]!;
}

async function attemptsOf(id: string): Promise<Record<string, unknown>[]> {
  const { rows } = await installation.pool.query<Record<string, unknown>>(
    `SELECT number, succeeded, response_status, response_body, error, started_at, duration_ms
     FROM webhook_attempt WHERE webhook_delivery_id = $1 ORDER BY number`,
    [id],
  );
  return rows;
}

const untilStatus = (id: string, status: string) => until(async () => (await stored(id)).status === status);
const endpointRow = async (id: string) =>
  (
    await installation.pool.query<{ failing_since: Date | null; held_at: Date | null }>(
      'SELECT failing_since, held_at FROM webhook_endpoint WHERE id = $1',
      [id],
    )
  ).rows[0]!;

describe('a fresh delivery', () => {
  it('arrives long before a sweep would find it, signed, and is recorded as delivered', async () => {
    const to = await receiver();
    const endpoint = await installation.addEndpoint(to.url);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await untilStatus(id!, 'delivered');
    const [got] = to.received;
    const { body, finished_at, last_attempt_at, ...rest } = await stored(id!);
    expect(rest).toMatchObject({ status: 'delivered', attempt_count: 1, due_at: null, leased_until: null });
    expect([finished_at, last_attempt_at]).toEqual([expect.any(Date), expect.any(Date)]);
    expect(got!.body).toBe(body);
    expect(JSON.parse(body)).toMatchObject({ id, type: 'member.joined', organisation: 'acme' });
    const timestamp = String(got!.headers['x-service-timestamp']);
    const hmac = createHmac('sha256', signingSecret).update(`${timestamp}.${body}`).digest('hex');
    expect(got!.headers).toMatchObject({
      'x-service-event': 'member.joined',
      'x-service-delivery': id,
      'x-service-signature': `v1=${hmac}`,
    });
    expect(await attemptsOf(id!)).toEqual([
      {
        number: 1,
        succeeded: true,
        response_status: 200,
        response_body: 'ok',
        error: null,
        started_at: expect.any(Date),
        duration_ms: expect.any(Number),
      },
    ]);
  });

  it('among many for one endpoint arrives once, and never more than ten are in flight', async () => {
    const to = await receiver(async (res) => {
      await delay(5);
      res.end();
    });
    const endpoint = await installation.addEndpoint(to.url);
    const ids = await installation.addDeliveries([endpoint], 300);
    await until(() => to.times().size === 300);
    await until(async () => (await stored(ids.at(-1)!)).status === 'delivered');
    expect(to.repeats()).toBe(0);
    expect(to.maxAtOnce()).toBeLessThanOrEqual(10);
  });
});

describe('a receiver that fails', () => {
  it('is asked again after the delays, with the same body and a fresh signature; then the delivery has failed', async () => {
    const to = await receiver((res) => void res.writeHead(500).end('no'));
    const endpoint = await installation.addEndpoint(to.url);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await untilStatus(id!, 'failed');
    expect(to.received.map(({ id: each }) => each)).toEqual([id, id, id]);
    expect(new Set(to.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(to.received.map(({ headers }) => headers['x-service-signature'])).size).toBe(3);
    expect(await stored(id!)).toMatchObject({ attempt_count: 3, due_at: null, leased_until: null });
    const outcome = { succeeded: false, response_status: 500, response_body: 'no' };
    const error = 'The receiver responded with 500.';
    const attempts = await attemptsOf(id!);
    expect(attempts).toMatchObject([1, 2, 3].map((number) => ({ number, ...outcome, error })));
    // Compares recorded times: a second is between the end of an attempt and the next one.
    const begins = attempts.map(({ started_at: at }) => (at as Date).getTime());
    expect(begins[1]! - begins[0]!).toBeGreaterThanOrEqual(1_000);
    expect(begins[2]! - begins[1]!).toBeGreaterThanOrEqual(1_000);
  });

  it('and then recovers gets the delivery, and counts as failing only until then', async () => {
    let isWell = false;
    const to = await receiver((res) => void res.writeHead(isWell ? 204 : 503).end());
    const endpoint = await installation.addEndpoint(to.url);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await until(async () => (await endpointRow(endpoint.id)).failing_since !== null);
    isWell = true;
    await untilStatus(id!, 'delivered');
    expect(await endpointRow(endpoint.id)).toEqual({ failing_since: null, held_at: null });
    expect((await attemptsOf(id!)).length).toBe(2);
  });

  it('for five days is put on hold: its deliveries wait, and are sent when it is released', async () => {
    let isWell = false;
    const to = await receiver((res) => void res.writeHead(isWell ? 200 : 500).end());
    const endpoint = await installation.addEndpoint(to.url);
    await installation.pool.query(
      `UPDATE webhook_endpoint SET failing_since = now() - interval '5 days 1 minute' WHERE id = $1`,
      [endpoint.id],
    );
    const ids = await installation.addDeliveries([endpoint], 3);
    await until(async () => (await endpointRow(endpoint.id)).held_at !== null);
    await until(async () => (await Promise.all(ids.map(stored))).every(({ due_at }) => due_at === Infinity));
    const received = to.received.length;
    expect(received).toBeGreaterThan(0);
    expect(await service.metric('bunting_webhook_endpoint_holds_total')).toBe(1);
    expect(await service.metric('bunting_webhook_endpoints_held')).toBe(1);
    await delay(1_500); // longer than a retry would take
    expect(to.received.length).toBe(received);

    isWell = true;
    const client = await installation.pool.connect();
    await client.query('UPDATE webhook_endpoint SET held_at = NULL, failing_since = NULL WHERE id = $1', [
      endpoint.id,
    ]);
    const due = await unparkDeliveries(client, [endpoint.id], new Date());
    client.release();
    expect(due.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    await installation.announce(due);
    for (const id of ids) await untilStatus(id, 'delivered');
  });
});

describe('an endpoint that must not get deliveries', () => {
  it('while it is disabled keeps its deliveries', async () => {
    const to = await receiver();
    const endpoint = await installation.addEndpoint(to.url);
    await installation.pool.query('UPDATE webhook_endpoint SET enabled = false WHERE id = $1', [endpoint.id]);
    const [id] = await installation.addDeliveries([endpoint], 1); // as a change that had read it before
    await until(async () => (await stored(id!)).due_at === Infinity);
    expect(await stored(id!)).toMatchObject({ status: 'pending', attempt_count: 0 });
    expect(to.received).toEqual([]);
  });

  it('because it was deleted loses its deliveries, also one in flight', async () => {
    let deleted: Promise<unknown> | undefined;
    const to = await receiver(async (res) => {
      deleted ??= installation.pool.query('DELETE FROM webhook_endpoint WHERE id = $1', [endpoint.id]);
      await deleted;
      res.end();
    });
    const endpoint = await installation.addEndpoint(to.url);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await until(() => deleted !== undefined);
    await deleted;
    await until(async () => (await service.metric('bunting_webhook_attempts_in_flight')) === 0);
    expect(await stored(id!)).toBeUndefined();
    expect(to.received.length).toBe(1);
  });
});

describe('signing secrets', () => {
  it.each([
    ['the current key', encryptionKey],
    ['the previous key', previousKey],
  ])('sealed with %s are opened', async (_name, key) => {
    const to = await receiver();
    const endpoint = await installation.addEndpoint(to.url);
    const sealed = sealSecret('whsec_sealed', createSealingKeys(key), `webhook endpoint ${endpoint.id}`);
    await installation.pool.query(
      'UPDATE webhook_endpoint SET secret = $2, secret_key_id = $3 WHERE id = $1',
      [endpoint.id, sealed.text, sealed.keyId],
    );
    const [id] = await installation.addDeliveries([endpoint], 1);
    await untilStatus(id!, 'delivered');
    const [{ headers, body }] = to.received as [Receiver['received'][0]];
    const timestamp = String(headers['x-service-timestamp']);
    const hmac = createHmac('sha256', 'whsec_sealed').update(`${timestamp}.${body}`).digest('hex');
    expect(headers['x-service-signature']).toBe(`v1=${hmac}`);
  });

  it('that are rotated sign from the next attempt on', async () => {
    const to = await receiver((res) => void res.writeHead(to.received.length === 1 ? 500 : 200).end());
    const endpoint = await installation.addEndpoint(to.url);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await until(() => to.received.length === 1);
    await installation.pool.query(`UPDATE webhook_endpoint SET secret = 'whsec_rotated' WHERE id = $1`, [
      endpoint.id,
    ]);
    await untilStatus(id!, 'delivered');
    const secrets = [signingSecret, 'whsec_rotated'];
    to.received.forEach(({ headers, body }, n) => {
      const text = `${String(headers['x-service-timestamp'])}.${body}`;
      const hmac = createHmac('sha256', secrets[n]!).update(text).digest('hex');
      expect(headers['x-service-signature']).toBe(`v1=${hmac}`);
    });
  });

  it('that cannot be decrypted fail the attempt with that reason', async () => {
    const endpoint = await installation.addEndpoint('http://127.0.0.1:9/');
    await installation.pool.query(`UPDATE webhook_endpoint SET secret_key_id = 'gone' WHERE id = $1`, [
      endpoint.id,
    ]);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await until(async () => (await attemptsOf(id!)).length > 0);
    expect((await attemptsOf(id!))[0]).toMatchObject({ error: "The signing secret can't be decrypted." });
  });
});

describe('a delivery that is made due again by hand', () => {
  it('gets all its attempts again, numbered after the earlier ones', async () => {
    const to = await receiver((res) => void res.writeHead(to.received.length <= 3 ? 500 : 200).end());
    const endpoint = await installation.addEndpoint(to.url);
    const [id] = await installation.addDeliveries([endpoint], 1);
    await untilStatus(id!, 'failed');
    await installation.pool.query(
      `UPDATE webhook_delivery SET status = 'pending', attempt_count = 0, due_at = now(), finished_at = NULL WHERE id = $1`,
      [id],
    );
    await installation.announce([{ id: id!, endpointId: endpoint.id }]);
    await untilStatus(id!, 'delivered');
    expect((await attemptsOf(id!)).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(await stored(id!)).toMatchObject({ attempt_count: 1 });
  });
});
