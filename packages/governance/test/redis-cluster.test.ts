/** Governance on a real Redis Cluster of three primaries, each with a replica. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestProxy, startTestRedisCluster, until, type TestRedisCluster } from '@bunting/testing';
import type { Cluster } from 'ioredis';
import { createRedis, createRedisSubscriber, untilRedisReady } from '@bunting/redis';
import type { Governance } from '../src/index.ts';
import type { Organisation } from '@bunting/definitions/organisations';
import { startProcess, type TestProcess } from './child-processes.ts';
import {
  organisation,
  outcomes,
  outcomesTogether,
  silentLog,
  startServers,
  storedUsers,
  countOutcomes,
  users,
  type Servers,
} from './governed.ts';

const login = { username: undefined, password: undefined, isTls: false };
let cluster: TestRedisCluster;
let servers: Servers;
const processes: TestProcess[] = [];
beforeAll(async () => {
  cluster = await startTestRedisCluster({ withReplicas: true });
  servers = await startServers({ redis: { clusterNodes: cluster.nodes, login } });
});
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await servers.close();
  await cluster.stop();
});

const keyOf = (of: Organisation) => `{${of.id}}`;
const slotOf = async (of: Organisation) => servers.redis.cluster('KEYSLOT', keyOf(of));

/** Creates one organisation for each third of the slots. */
async function oneOnEachNode(fields: Partial<Organisation>): Promise<Organisation[]> {
  const found: Organisation[] = [];
  while (found.filter(Boolean).length < 3) {
    const candidate = organisation(fields);
    found[Math.floor((3 * (await slotOf(candidate))) / 16_384)] ??= candidate;
  }
  return found;
}

describe('a connection to a Redis Cluster', () => {
  it('is ready at the first attempt', async () => {
    for (let n = 0; n < 5; n++) {
      const redis = createRedis({ clusterNodes: cluster.nodes, login }, { name: 'test', log: silentLog });
      let attempts = 0;
      redis.on('connecting', () => attempts++);
      await until(() => untilRedisReady(redis, 1_000)).finally(() => redis.disconnect());
      expect(attempts).toBe(1);
    }
  });

  it('has nodes at once, whatever their names: a connection that ended while there are none would close the cluster for ever', async () => {
    const target = { clusterNodes: [{ host: 'localhost', port: 1 }], login };
    const redis = createRedis(target, { name: 'test', log: silentLog }) as Cluster;
    for (let step = 0; step < 20; step++) await Promise.resolve();
    expect(redis.nodes()).toHaveLength(1);
    redis.disconnect();
  });
});

describe('governance on a Redis Cluster', () => {
  it('admits exactly the cap and the rate, over two processes, for organisations on every node', async () => {
    const shops = await oneOnEachNode({ mauCap: 200 });
    const identities = users(1, 500).map(({ identity }) => identity);
    const asking = shops.flatMap((shop) => [
      startProcess(servers, { organisation: shop, identities, concurrency: 50 }),
      startProcess(servers, {
        organisation: shop,
        identities: identities.toReversed(),
        concurrency: 50,
      }),
    ]);
    processes.push(...(await Promise.all(asking)));
    const reports = await Promise.all(processes.map((one) => one.begin()));
    for (const { child } of processes.splice(0)) child.kill('SIGKILL');
    expect(reports.map(({ decidedAlone }) => decidedAlone)).toEqual([0, 0, 0, 0, 0, 0]);
    for (const at of [0, 2, 4]) {
      const admitted = [reports[at]!, reports[at + 1]!].flatMap((report) => report.admitted);
      expect(new Set(admitted).size).toBe(200);
    }

    const [one, another] = await Promise.all([
      servers.open({ ratePerMinute: 60 }),
      servers.open({ ratePerMinute: 60 }),
    ]);
    const startedAt = performance.now();
    for (const shop of await oneOnEachNode({})) {
      const asked = Array.from({ length: 100 }, () => ({ identity: 'somebody' }));
      const found = await Promise.all([one, another].map((each) => outcomesTogether(each, shop, asked)));
      const { admitted, rate_limit_exceeded: refused } = countOutcomes(found.flat());
      expect(admitted! + refused!).toBe(200);
      expect(admitted).toBeGreaterThanOrEqual(60);
      expect(admitted).toBeLessThanOrEqual(60 + Math.ceil((performance.now() - startedAt) / 1_000));
    }
    expect(one.stats().decidedAlone + another.stats().decidedAlone).toBe(0);
    for (const shop of shops) await until(async () => (await storedUsers(servers, shop)) === 200);
  });

  it('decides without the cluster until it is ready, and then counts the users that it admitted', async () => {
    const shop = organisation({ mauCap: 5 });
    const entrance = await startTestProxy(cluster.nodes[0]!);
    await entrance.refuse();
    const clusterNodes = [{ host: 'localhost', port: entrance.port }];
    const governance = await servers.open({ redis: { clusterNodes, login }, readyWithinMs: 100 });
    expect(countOutcomes(await outcomes(governance, shop, users(1, 8)))).toEqual({ admitted: 8 });
    expect(governance.stats().isRedisUsable).toBe(false);

    await entrance.accept();
    await untilCapHolds(governance, shop);
    expect(governance.stats()).toMatchObject({ isRedisUsable: true, unsyncedUsers: 0 });
    await until(async () => (await storedUsers(servers, shop)) >= 8);
    await entrance.stop();
  });

  it('decides without Redis for the organisations of a primary that does not answer, and with Redis for the others', async () => {
    const [here, there] = (await oneOnEachNode({ mauCap: 5 })) as [Organisation, Organisation];
    const governance = await servers.open();
    for (const shop of [here, there]) await outcomes(governance, shop, users(1, 5));

    await cluster.silencePrimaryOf(keyOf(here));
    try {
      expect(await outcomes(governance, here, users(6, 6))).toEqual(['admitted']);
      expect(governance.admit(here, { identity: 'user-7' })).toEqual({ admitted: true });
      expect(await outcomes(governance, there, users(6, 6))).toEqual(['monthly_active_users_exceeded']);
    } finally {
      cluster.wakeAll();
    }
    await untilCapHolds(governance, here);
  });

  it('uses the replica of a primary that was killed, and counts the users that it admitted before', async () => {
    const [, here, there] = (await oneOnEachNode({ mauCap: 5 })) as [unknown, Organisation, Organisation];
    const governance = await servers.open();
    for (const shop of [here, there])
      expect(countOutcomes(await outcomes(governance, shop, users(1, 4)))).toEqual({ admitted: 4 });
    await until(async () => (await storedUsers(servers, here)) === 4);

    await cluster.killPrimaryOf(keyOf(here));
    expect(countOutcomes(await outcomes(governance, here, users(5, 8)))).toEqual({ admitted: 4 });
    expect(governance.stats()).toMatchObject({ isRedisUsable: true, unsyncedUsers: 4 });

    await untilCapHolds(governance, here);
    await until(async () => governance.stats().unsyncedUsers === 0);
    await until(async () => (await storedUsers(servers, here)) >= 8);
    expect(countOutcomes(await outcomes(governance, there, users(1, 6)))).toEqual({
      admitted: 5,
      monthly_active_users_exceeded: 1,
    });
  });

  it('receives messages on another node when that of a subscriber is away', async () => {
    const nodes = [{ host: '127.0.0.1', port: 1 }, cluster.nodes[0]!];
    const subscriber = createRedisSubscriber(
      { clusterNodes: nodes, login },
      { name: 'test', log: silentLog },
    );
    const received: string[] = [];
    subscriber.on('message', (_channel, message) => received.push(message));
    subscriber.on('ready', () => void subscriber.subscribe('channel').catch(() => {}));
    const publish = () => servers.redis.publish('channel', 'message').catch(() => 0);
    await until(async () => (await publish(), received.length > 0));
    subscriber.disconnect(true);
    received.length = 0;
    await until(async () => (await publish(), received.length > 0));
    expect(received[0]).toBe('message');
    subscriber.disconnect();
  });
});

async function untilCapHolds(governance: Governance, of: Organisation): Promise<void> {
  let n = 1_000;
  await until(async () => {
    const [outcome] = await outcomes(governance, of, users(++n, n));
    return outcome === 'monthly_active_users_exceeded';
  });
}
