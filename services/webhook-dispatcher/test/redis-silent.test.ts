/** Connections to Redis that stay open but receive nothing any more, as when a host vanished or a primary was replaced. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestProxy, until, type TestProxy } from '@bunting/testing';
import { dueChannel } from '@bunting/webhooks';
import { Redis } from 'ioredis';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver, type Receiver } from './receiver.ts';

let installation: Installation;
let proxy: TestProxy;
let receiver: Receiver;
beforeAll(async () => {
  installation = await createInstallation();
  proxy = await startTestProxy(installation.redis);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await installation.stop();
  await proxy.stop();
});

const delivered = async () => (await installation.countByStatus())['delivered'] ?? 0;

describe('connections to Redis that no longer receive anything', () => {
  it('are replaced: deliveries announced meanwhile are sent, and those announced afterwards are sent at once', async () => {
    await installation.startDispatcher({
      REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
      WEBHOOK_SWEEP_INTERVAL_SECONDS: '600',
      WEBHOOK_LEASE_SECONDS: '300',
    });
    const endpoint = await installation.addEndpoint(receiver.url);
    await installation.addDeliveries([endpoint], 5);
    await until(async () => (await delivered()) === 5);
    const redis = new Redis(installation.redis.url);
    await until(async () => (await redis.pubsub('NUMSUB', dueChannel))[1] === 1);
    redis.disconnect();

    proxy.setSilent(true);
    proxy.setSilent(false);
    const meanwhile = await installation.addDeliveries([endpoint], 5);
    await until(async () => (await delivered()) === 10);
    expect(meanwhile.filter((id) => !receiver.times().has(id))).toEqual([]);
    await until(async () => {
      await installation.addDeliveries([endpoint], 1);
      return receiver.times().size > 10;
    });
  });
});
