/** Tests what happens to a test event when the dispatcher is away, is killed, or cannot be reached. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestReceiver, until, type ServiceProcess, type TestReceiver } from '@bunting/testing';
import { createResolve } from '@bunting/webhooks';
import request from 'supertest';
import { startDispatcher } from '../dispatcher.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let receiver: TestReceiver;
let test: string;
let dispatcher: ServiceProcess | undefined;

const path = '/settings/v1/organisations/acme/webhook-endpoints';
const token = { Authorization: `Bearer ${acmeToken}` };
const sendTest = () => request(app.server).post(test).set(token);

beforeAll(async () => {
  receiver = await startTestReceiver(() => {}); // it never answers
  app = await startApp({
    document: organisations,
    webhookTargets: { resolve: createResolve(), allowInsecure: true },
  });
  const made = await request(app.server)
    .post(path)
    .set(token)
    .send({ url: receiver.url, events: ['*'] });
  test = `${path}/${made.body.id}/test`;
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});
afterEach(async () => {
  await dispatcher?.stop('SIGKILL');
  receiver.received.length = 0;
});

const countDeliveries = async () => (await app.pool.query('SELECT FROM webhook_delivery')).rowCount;

describe('a test event', () => {
  it('that no dispatcher takes within five seconds is never sent', async () => {
    const answer = await sendTest();
    expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([
      503,
      {
        error: "The webhook dispatcher isn't responding, so the test event wasn't sent. Try again shortly.",
        code: 'test_not_sent',
      },
      '5',
    ]);
    dispatcher = await startDispatcher(app);
    await delay(1_000);
    expect([receiver.received.length, await countDeliveries()]).toEqual([0, 0]);
  });

  it('whose dispatcher was killed while it sent is not sent again, and its outcome is unknown', async () => {
    const before = await countDeliveries();
    dispatcher = await startDispatcher(app);
    const answer = sendTest().then(({ status, body }) => ({ status, body: body as unknown }));
    await until(() => receiver.received.length === 1);
    await dispatcher.stop('SIGKILL');
    dispatcher = await startDispatcher(app);
    expect(await answer).toEqual({
      status: 503,
      body: {
        error: "The webhook dispatcher didn't report a result. The test event may have been sent.",
        code: 'test_unanswered',
      },
    });
    expect([receiver.received.length, await countDeliveries()]).toEqual([1, before]);
  });

  it('is not sent without Redis, and the answer says so at once', async () => {
    app.redis.disconnect();
    const answer = await sendTest();
    expect([answer.status, answer.body.code]).toEqual([503, 'test_not_sent']);
    expect(app.lines.at(-2)).toMatchObject({ level: 'warn', msg: "Redis didn't pass on a test event" });
  });
});
