/** Tests test events and their signatures, which a dispatcher in its own process sends. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceProcess } from '@bunting/testing';
import { createSealingKeys, sealSecret } from '@bunting/sealed-secrets';
import { createResolve, toSignature } from '@bunting/webhooks';
import request from 'supertest';
import { startDispatcher } from '../dispatcher.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { startReceiver, type Receiver } from '../receiver.ts';
import { testEventLimit } from '../../src/webhook-endpoints/test-event-limit.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let receiver: Receiver;
let dispatcher: ServiceProcess;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startApp({
    document: organisations,
    webhookTargets: { resolve: createResolve(), allowInsecure: true },
    publicUrl: 'https://flags.acme.example',
  });
  dispatcher = await startDispatcher(app);
});
afterAll(async () => {
  await dispatcher.stop('SIGKILL');
  await app.stop();
  await receiver.stop();
});
afterEach(() => {
  receiver.received.length = 0;
  receiver.answer = { status: 204, text: '' };
});

const path = '/settings/v1/organisations/acme/webhook-endpoints';
const token = { Authorization: `Bearer ${acmeToken}` };

const get = (below: string) => request(app.server).get(`${path}${below}`).set(token);
const post = (below: string, body?: object) =>
  request(app.server).post(`${path}${below}`).set(token).send(body);
const patch = (id: string, body: object) => request(app.server).patch(`${path}/${id}`).set(token).send(body);

async function create(body: object = {}): Promise<{ id: string; secret: string }> {
  const answer = await post('', { url: receiver.url, events: ['*'], ...body }).expect(201);
  return answer.body as { id: string; secret: string };
}

describe('a test event', () => {
  it('is sent at once, signed, and answered with the result', async () => {
    const { id, secret } = await create({ events: ['member.joined'] });
    receiver.answer = { status: 202, text: 'thanks' };
    const answer = await post(`/${id}/test`).expect(200);
    expect(answer.body).toEqual({
      delivery: expect.any(String),
      succeeded: true,
      response_status: 202,
      response_body: 'thanks',
      duration_ms: expect.any(Number),
      error: null,
    });
    const { headers, body } = receiver.received[0]!;
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1',
      'x-service-event': 'endpoint.test',
      'x-service-delivery': answer.body.delivery,
      'x-service-signature': toSignature(secret, String(headers['x-service-timestamp']), body),
    });
    expect(JSON.parse(body)).toEqual({
      id: answer.body.delivery,
      type: 'endpoint.test',
      created: expect.stringMatching(/\+00:00$/),
      organisation: 'acme',
      data: { actor: 'owner@acme.example' },
    });
  });

  it('of a chosen kind is an example, says so, and stays a test in the list', async () => {
    const { id } = await create({ events: ['member.joined'] });
    const { delivery } = (await post(`/${id}/test`, { type: 'feature.archived' }).expect(200)).body;
    const { headers, body } = receiver.received[0]!;
    expect(headers).toMatchObject({ 'x-service-event': 'feature.archived' });
    const kinds = await request(app.server).get('/settings/v1/webhook-event-kinds').set(token);
    const { sample } = (kinds.body.items as { kind: string; sample: { data: object } }[]).find(
      ({ kind }) => kind === 'feature.archived',
    )!;
    expect(JSON.parse(body)).toEqual({
      id: delivery,
      type: 'feature.archived',
      created: expect.stringMatching(/\+00:00$/),
      organisation: 'acme',
      data: sample.data,
      test: true,
    });
    const stored = (await get(`/${id}/deliveries/${delivery}`)).body;
    expect(stored).toMatchObject({ type: 'endpoint.test', body });
    // Readers of the headers cannot sign with them.
    const signature = String(headers['x-service-signature']);
    expect(stored.attempts[0].request_headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1',
      'X-Service-Event': 'feature.archived',
      'X-Service-Delivery': delivery,
      'X-Service-Timestamp': headers['x-service-timestamp'],
      'X-Service-Signature': `${signature.slice(0, 11)}…`,
    });
    const refused = await post(`/${id}/test`, { type: 'feature.lost' }).expect(400);
    expect(refused.body.details).toMatchObject([{ path: 'type' }]);
  });

  it.each([
    ['slack', undefined, 'endpoint.test', /^\{"text":"\*owner@acme\.example sent a test message\*"/],
    ['slack', 'targeting.updated', 'targeting.updated', /^\{"text":"\*Example: .*\\n• targeting: off → on"/],
    ['teams', undefined, 'endpoint.test', /^\{"type":"message",.*"owner@acme\.example sent a test message"/],
    ['teams', 'feature.updated', 'feature.updated', /^\{"type":"message",.*"Example: /],
  ])('for %s (%s) is a message with a link, signed as it is sent', async (format, type, kind, text) => {
    const { id, secret } = await create({ format });
    const { delivery } = (await post(`/${id}/test`, type === undefined ? undefined : { type }).expect(200))
      .body;
    const { headers, body } = receiver.received[0]!;
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1',
      'x-service-event': kind,
      'x-service-delivery': delivery,
      'x-service-signature': toSignature(secret, String(headers['x-service-timestamp']), body),
    });
    expect(body).toMatch(text);
    expect(body).toContain('https://flags.acme.example/o/');
    expect((await get(`/${id}/deliveries/${delivery}`)).body).toMatchObject({ type: 'endpoint.test', body });
  });

  it('is among the deliveries, and is the last delivery', async () => {
    const { id } = await create();
    receiver.answer = { status: 500, text: 'no' };
    const { delivery } = (await post(`/${id}/test`).expect(200)).body;
    expect((await get(`/${id}`)).body.last_delivery).toEqual({
      id: delivery,
      type: 'endpoint.test',
      attempted_at: expect.any(String),
      succeeded: false,
      response_status: 500,
      error: 'The receiver responded with 500.',
    });
    expect((await get(`/${id}/deliveries/${delivery}`)).body).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      body: receiver.received[0]?.body,
      attempts: [{ number: 1, succeeded: false, response_status: 500, response_body: 'no' }],
    });
    const again = await post(`/${id}/deliveries/${delivery}/redeliver`).expect(409);
    expect(again.body.code).toBe('test_event');
  });

  it('that succeeds resets the time of failing, but does not release a hold', async () => {
    const { id } = await create();
    await app.pool.query(
      `UPDATE webhook_endpoint SET failing_since = '2026-11-01Z', held_at = '2026-11-06Z'`,
    );
    receiver.answer = { status: 500, text: '' };
    await post(`/${id}/test`).expect(200);
    expect((await get(`/${id}`)).body.failing_since).not.toBeNull();
    receiver.answer = { status: 204, text: '' };
    await post(`/${id}/test`).expect(200);
    const { failing_since, held_since } = (await get(`/${id}`)).body;
    expect([failing_since, held_since]).toEqual([null, '2026-11-06T00:00:00.000Z']);
  });

  it('to a disabled endpoint is sent as well', async () => {
    const { id } = await create();
    await patch(id, { enabled: false }).expect(200);
    expect((await post(`/${id}/test`)).body.succeeded).toBe(true);
  });

  it('cannot be signed with a secret that can no longer be decrypted', async () => {
    const { id } = await create();
    const { text, keyId } = sealSecret('whsec_a', createSealingKeys('lost'), `webhook endpoint ${id}`);
    await app.pool.query('UPDATE webhook_endpoint SET secret = $1, secret_key_id = $2', [text, keyId]);
    const answer = await post(`/${id}/test`).expect(409);
    expect(answer.body.code).toBe('secret_unreadable');
    await post(`/${id}/rotate-secret`).expect(200);
    await post(`/${id}/test`).expect(200);
  });
});

describe('a rotated secret', () => {
  it('signs from the next delivery on', async () => {
    const { id, secret } = await create();
    await post(`/${id}/test`).expect(200);
    const rotated = (await post(`/${id}/rotate-secret`).expect(200)).body.secret as string;
    expect(rotated).toMatch(/^whsec_[0-9a-f]{64}$/);
    await post(`/${id}/test`).expect(200);
    const signers = receiver.received.map(({ headers, body }) =>
      [secret, rotated].findIndex(
        (each) =>
          toSignature(each, String(headers['x-service-timestamp']), body) === headers['x-service-signature'],
      ),
    );
    expect(signers).toEqual([0, 1]);
  });
});

it('an organisation sends five test events in fifteen seconds; refused ones are not sent', async () => {
  const strict = await startApp({
    document: organisations,
    webhookTargets: { resolve: createResolve(), allowInsecure: true },
    testEventLimit,
  });
  const strictDispatcher = await startDispatcher(strict);
  try {
    const made = await request(strict.server)
      .post(path)
      .set(token)
      .send({ url: receiver.url, events: ['*'] })
      .expect(201);
    const test = () => request(strict.server).post(`${path}/${made.body.id}/test`).set(token);
    const answers = await Promise.all(Array.from({ length: 30 }, () => test()));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    expect(refused.length).toBe(25);
    expect(receiver.received.length).toBe(5);
    const { body, headers } = refused[0]!;
    expect(body).toEqual({
      error: `Too many test events. Try again in ${headers['retry-after']} seconds.`,
      code: 'rate_limit_exceeded',
    });
  } finally {
    await strictDispatcher.stop('SIGKILL');
    await strict.stop();
  }
});
