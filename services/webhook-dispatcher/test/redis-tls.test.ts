/** Tests every connection to Redis over TLS, with a certificate of a private authority: one server, a cluster, sentinels. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRedis, startTestRedisCluster, startTestRedisSentinels, until } from '@bunting/testing';
import { createTestAuthority, writeTlsFiles, type TlsFiles } from '@bunting/testing/authority';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver, type Receiver } from './receiver.ts';

let tls: TlsFiles;
let installation: Installation;
let receiver: Receiver;
const stopping: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  tls = await writeTlsFiles(createTestAuthority(), 'localhost', '127.0.0.1');
  installation = await createInstallation();
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const stop of stopping.splice(0).toReversed()) await stop();
});
afterAll(async () => {
  await receiver.stop();
  await installation.stop();
  await rm(dirname(tls.ca), { recursive: true });
});

type Env = Record<string, string>;
const addresses: Record<string, () => Promise<Env>> = {
  async 'one server'() {
    const redis = await startTestRedis({ tls });
    stopping.push(() => redis.stop());
    return { REDIS_URL: `rediss://localhost:${redis.port}` };
  },
  async 'a cluster'() {
    const redis = await startTestRedisCluster({ tls });
    stopping.push(() => redis.stop());
    return { REDIS_URL: '', REDIS_CLUSTER_NODES: redis.nodesText, REDIS_TLS: 'true' };
  },
  async sentinels() {
    const redis = await startTestRedisSentinels({ tls });
    stopping.push(() => redis.stop());
    const { sentinelsText: REDIS_SENTINELS, masterName: REDIS_SENTINEL_MASTER } = redis;
    return { REDIS_URL: '', REDIS_SENTINELS, REDIS_SENTINEL_MASTER, REDIS_TLS: 'true' };
  },
};

const delivered = async () => (await installation.countByStatus())['delivered'] ?? 0;
const connections = (metrics: string) => metrics.match(/(?<=^bunting_redis_connection_up\{.*\} ).*$/gm)!;

describe.each(Object.keys(addresses))('with TLS, %s', (index) => {
  it('serves queues, subscriber and commands; without the authority Redis counts as away, and the log says why', async () => {
    const env = { ...(await addresses[index]!()), WEBHOOK_SWEEP_INTERVAL_SECONDS: '1' };
    const [dispatcher, stranger] = await Promise.all([
      installation.startDispatcher({ ...env, NODE_EXTRA_CA_CERTS: tls.ca }),
      installation.startDispatcher(env),
    ]);
    stopping.push(() => dispatcher.stop('SIGKILL'));
    stopping.push(() => stranger.stop('SIGKILL'));
    const metrics = async () => (await dispatcher.get('/metrics')).text();
    await until(async () => connections(await metrics()).every((up) => up === '1'));

    const endpoint = await installation.addEndpoint(receiver.url);
    const before = await delivered();
    await installation.addDeliveries([endpoint], 10, { announced: false });
    await until(async () => (await delivered()) === before + 10);
    expect(connections(await metrics())).toEqual(['1', '1', '1']);
    await until(() => stranger.outputSoFar().includes("Can't reach Redis"));
    expect(stranger.outputSoFar()).toMatch(/"reason":"[^"]*certificate[^"]*","msg":"Can't reach Redis"/);
    expect(connections(await (await stranger.get('/metrics')).text())).toEqual(['0', '0', '0']);
  });
});
