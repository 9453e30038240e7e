/** Tests test events, requested as settings-api does. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRedisSentinels, until } from '@bunting/testing';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver, type Receiver } from './receiver.ts';

let installation: Installation;
let receiver: Receiver;
let answersAfterMs = 0;
beforeAll(async () => {
  installation = await createInstallation();
  receiver = await startReceiver(async (res) => {
    await delay(answersAfterMs);
    res.end('ok');
  });
});
afterAll(async () => {
  await installation.stop();
  await receiver.stop();
});
afterEach(() => {
  receiver.received.length = 0;
});

const sent = { verdict: 'sent', attempt: { succeeded: true, status: 200, responseBody: 'ok', error: null } };

describe('a test event', () => {
  it('is sent and recorded once, however many dispatchers receive the request and however many test events there are', async () => {
    const services = await Promise.all([1, 2].map(() => installation.startDispatcher()));
    const endpoint = await installation.addEndpoint(receiver.url, { enabled: false });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => installation.askForTest(endpoint.id)),
    );
    for (const outcome of outcomes) expect(outcome).toMatchObject(sent);
    expect([receiver.received.length, receiver.repeats()]).toEqual([50, 0]);
    expect(await installation.countByStatus()).toEqual({ delivered: 50 });
    const attempts = await Promise.all(
      services.map((each) =>
        each.metric('bunting_webhook_attempt_duration_seconds_count{result="succeeded"}'),
      ),
    );
    expect(attempts.reduce((sum, count) => sum + (Number.isNaN(count) ? 0 : count), 0)).toBe(50);
    await Promise.all(services.map((each) => each.stop()));
  });

  it('in flight is finished by a dispatcher that gets SIGTERM', async () => {
    answersAfterMs = 1_000;
    const endpoint = await installation.addEndpoint(receiver.url);
    const service = await installation.startDispatcher();
    const asked = installation.askForTest(endpoint.id);
    await until(() => receiver.received.length === 1);
    expect(await service.stop()).toBe(0);
    expect(await asked).toMatchObject(sent);
    answersAfterMs = 0;
  });

  it('for an endpoint that has just been deleted is not sent', async () => {
    await installation.startDispatcher();
    const nobody = '019a0000-0000-7000-8000-000000000000';
    expect(await installation.askForTest(nobody)).toEqual({ verdict: 'endpoint-unknown' });
  });
});

it('test events can be requested through sentinels, too', async () => {
  const redis = await startTestRedisSentinels();
  const { sentinels, masterName, sentinelsText } = redis;
  const login = { username: undefined, password: undefined, isTls: false };
  const elsewhere = await createInstallation({
    elsewhere: {
      target: { sentinels, masterName, sentinelPassword: undefined, login },
      env: { REDIS_SENTINELS: sentinelsText, REDIS_SENTINEL_MASTER: masterName },
    },
  });
  try {
    const endpoint = await elsewhere.addEndpoint(receiver.url);
    await elsewhere.startDispatcher();
    expect(await elsewhere.askForTest(endpoint.id)).toMatchObject(sent);
  } finally {
    await elsewhere.stop();
    await redis.stop();
  }
});
