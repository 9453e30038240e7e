import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findFreePort, findRedisProgram, startRedis, type LocalRedis } from '@bunting/embedded-servers';
import { createRegistry } from '@bunting/observability';
import { startTestProxy, until } from '@bunting/testing';
import { registerGovernanceMetrics } from '../src/governance-metrics.ts';
import {
  exceeded,
  month,
  organisation,
  outcomes,
  outcomesTogether,
  startServers,
  storedUsers,
  countOutcomes,
  users,
  type Servers,
} from './governed.ts';
import { underLoad } from './load.ts';

let dataDir: string;
let port: number;
let redis: LocalRedis;
let servers: Servers;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bunting-access-'));
  port = await findFreePort();
  redis = await start();
  servers = await startServers({ redis: { url: redis.url } });
});
afterEach(async () => {
  await servers.close();
  redis.process.kill('SIGCONT');
  await redis.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(): Promise<LocalRedis> {
  return startRedis({ program: findRedisProgram()!, dataDir, port });
}
async function kill(): Promise<void> {
  const exited = once(redis.process, 'exit');
  redis.process.kill('SIGKILL');
  await exited;
}
function strangers(): () => { identity: string } {
  let seen = 0;
  return () => ({ identity: `stranger-${seen++}` });
}

describe('Redis killed under load', () => {
  it('fails and delays no request; when it is back the users are counted and the cap is exact', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 100 });
    expect(countOutcomes(await outcomesTogether(governance, shop, users(1, 60)))).toEqual({ admitted: 60 });

    let seen = 60;
    const nextOf120 = () => ({ identity: `user-${(seen++ % 120) + 1}` });
    const report = await underLoad(governance, organisation(), strangers(), async () => {
      await delay(300);
      await kill();
      await until(() => !governance.stats().isRedisUsable);
      // The decision is returned at once, not as a promise.
      const admissions = Array.from({ length: 120 }, () => governance.admit(shop, nextOf120()));
      expect(admissions).toEqual(admissions.map(() => ({ admitted: true })));
      redis = await start();
      await until(() => governance.stats().isRedisUsable && governance.stats().unsyncedUsers === 0);
    });
    expect([...report.outcomes]).toEqual(['admitted']);

    const fresh = await servers.open();
    expect(countOutcomes(await outcomesTogether(fresh, shop, users(1, 130)))).toEqual({
      admitted: 120,
      [exceeded]: 10,
    });
    await until(async () => (await storedUsers(servers, shop)) >= 120);
    expect(await storedUsers(servers, shop)).toBe(120);
    const room = { ...shop, mauCap: 125 };
    expect(countOutcomes(await outcomesTogether(fresh, room, users(1, 130)))).toEqual({
      admitted: 125,
      [exceeded]: 5,
    });
  });

  it('makes each process limit the rate until it is back, and then limits it exactly', async () => {
    const governance = await servers.open({ ratePerMinute: 5 });
    const shop = organisation();
    await kill();
    await until(() => !governance.stats().isRedisUsable);
    expect(await outcomes(governance, shop, users(1, 6))).toEqual([
      ...Array<string>(5).fill('admitted'),
      'rate_limit_exceeded',
    ]);
    expect(governance.admit(shop, { identity: 'one' })).toEqual({
      admitted: false,
      code: 'rate_limit_exceeded',
      retryAfterSeconds: 12,
    });
    redis = await start();
    await until(() => governance.stats().isRedisUsable);
    const other = await servers.open({ ratePerMinute: 5 });
    expect(await outcomes(governance, shop, users(1, 3))).toEqual(Array(3).fill('admitted'));
    expect(await outcomes(other, shop, users(1, 3))).toEqual(['admitted', 'admitted', 'rate_limit_exceeded']);
  });

  it('does not affect the checks of status and batch size', async () => {
    const governance = await servers.open();
    await kill();
    await until(() => !governance.stats().isRedisUsable);
    expect(governance.admit(organisation({ status: 'suspended' }), { identity: 'one' })).toEqual({
      admitted: false,
      code: 'organisation_suspended',
    });
    expect(governance.admit(organisation(), { tooLarge: 'batch_too_large' })).toEqual({
      admitted: false,
      code: 'batch_too_large',
    });
  });

  it('counts users whatever the cap, too, and nobody knows how many there are until it is back', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 2 });
    const evaluated = { identities: ['user-1', 'user-2', 'user-3'], ignoresCap: true };
    await kill();
    await until(() => !governance.stats().isRedisUsable);
    expect(await outcomes(governance, shop, [evaluated])).toEqual(['admitted']);
    const unknown = { used: null, cap: 2, exceeded: null };
    expect(await governance.monthlyActiveUsers(shop)).toEqual(unknown);
    const enterprise = { ...shop, plan: 'enterprise', mauCap: null } as const;
    expect(await governance.monthlyActiveUsers(enterprise)).toEqual({
      used: null,
      cap: null,
      exceeded: false,
    });
    redis = await start();
    await until(() => governance.stats().isRedisUsable && governance.stats().unsyncedUsers === 0);
    expect(await outcomes(governance, shop, [evaluated, { identity: 'user-4' }])).toEqual([
      'admitted',
      exceeded,
    ]);
    expect(await governance.monthlyActiveUsers(shop)).toEqual({ used: 3, cap: 2, exceeded: true });
  });

  it('serves a process that starts without Redis, and counts its users, too', async () => {
    await kill();
    const governance = await servers.open({ readyWithinMs: 100 });
    const shop = organisation({ mauCap: 1 });
    expect(await outcomes(governance, shop, users(1, 3))).toEqual(Array(3).fill('admitted'));
    redis = await start();
    await until(() => governance.stats().isRedisUsable && governance.stats().unsyncedUsers === 0);
    expect(await outcomes(governance, shop, users(3, 4))).toEqual(['admitted', exceeded]);
    await until(async () => (await storedUsers(servers, shop)) === 3);
  });

  it('stores the users of a month that ended without Redis, though Redis comes back empty', async () => {
    // Redis removes the keys of a month that ended long ago.
    let now = month.endsAt - 1_000;
    const governance = await servers.open({ now: () => now, storeIntervalMs: 50 });
    const shop = organisation();
    await kill();
    await until(() => !governance.stats().isRedisUsable);
    expect(await outcomes(governance, shop, users(1, 3))).toEqual(Array(3).fill('admitted'));
    now += 2_000;
    expect(await outcomes(governance, shop, users(4, 4))).toEqual(['admitted']);
    await rm(dataDir, { recursive: true });
    await mkdir(dataDir);
    redis = await start();
    await until(async () => (await storedUsers(servers, shop)) === 4);
  });
});

describe('Redis that no longer answers', () => {
  it('delays no request while the connection is open, and is used when it answers again', async () => {
    const governance = await servers.open();
    const shop = organisation();
    const report = await underLoad(governance, shop, strangers(), async () => {
      await delay(300);
      redis.process.kill('SIGSTOP');
      await until(() => !governance.stats().isRedisUsable);
      for (let n = 0; n < 100; n++) {
        expect(governance.admit(shop, { identity: `late-${n}` })).toEqual({ admitted: true });
        await turn();
      }
      redis.process.kill('SIGCONT');
      await until(() => governance.stats().isRedisUsable && governance.stats().unsyncedUsers === 0);
    });
    expect([...report.outcomes]).toEqual(['admitted']);
    const { decidedAlone } = governance.stats();
    expect(await outcomes(governance, { ...shop, mauCap: 0 }, [{ identity: 'new' }])).toEqual([exceeded]);
    expect(governance.stats().decidedAlone).toBe(decidedAlone);
  });

  it('gets a new connection when the old one is lost silently', async () => {
    const proxy = await startTestProxy({ port });
    const governance = await servers.open({ redis: { url: `redis://127.0.0.1:${proxy.port}` } });
    const shop = organisation({ mauCap: 1 });
    expect(await outcomes(governance, shop, users(1, 1))).toEqual(['admitted']);
    proxy.setSilent(true);
    proxy.setSilent(false);
    expect(await outcomes(governance, shop, users(2, 2))).toEqual(['admitted']);
    expect(governance.stats().isRedisUsable).toBe(false);
    await until(() => governance.stats().isRedisUsable && governance.stats().unsyncedUsers === 0);
    expect(await outcomes(governance, shop, users(2, 3))).toEqual(['admitted', exceeded]);
    await proxy.stop();
  });

  it('does not count as away because this process was busy', async () => {
    const governance = await servers.open();
    const shop = organisation({ mauCap: 1 });
    await outcomes(governance, shop, users(1, 1));
    const asked = governance.admit(shop, { identity: 'user-2' });
    await turn();
    const busyUntil = performance.now() + 600;
    while (performance.now() < busyUntil);
    expect(await asked).toEqual({ admitted: false, code: exceeded });
    expect(governance.stats().decidedAlone).toBe(0);
  });
});

describe('Redis that refuses to write', () => {
  it('is not used, and gets the users as soon as it writes again', async () => {
    const governance = await servers.open({ ratePerMinute: 60_000 });
    const registry = createRegistry({ withProcessMetrics: false });
    registerGovernanceMetrics(registry, governance);
    const shop = organisation({ mauCap: 3 });
    expect(await outcomes(governance, shop, users(1, 2))).toEqual(['admitted', 'admitted']);
    await servers.redis.config('SET', 'maxmemory', '1');
    expect(await outcomes(governance, shop, users(3, 4))).toEqual(['admitted', 'admitted']);
    expect(governance.stats()).toMatchObject({ isRedisUsable: true, decidedAlone: 2, unsyncedUsers: 2 });
    expect(await registry.metrics()).toMatch(
      /^bunting_governance_decided_alone_total 2$[\s\S]*^bunting_governance_unsettled_users 2$/m,
    );
    // It answers 2, but lacks the two others.
    expect(await governance.monthlyActiveUsers(shop)).toEqual({ used: null, cap: 3, exceeded: null });
    await servers.redis.config('SET', 'maxmemory', '0');
    expect(await outcomes(governance, shop, users(1, 1))).toEqual(['admitted']);
    await until(() => governance.stats().unsyncedUsers === 0);
    expect(await outcomes(governance, shop, users(4, 5))).toEqual(['admitted', exceeded]);
  });
});
