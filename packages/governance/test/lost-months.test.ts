import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@bunting/database';
import { findFreePort, findRedisProgram, startRedis } from '@bunting/embedded-servers';
import { describe, expect, it } from '@jest/globals';
import { startTestProxy, until } from '@bunting/testing';
import { monthKey } from '../src/monthly-active-users/month-state.ts';
import {
  admitAndStore,
  exceeded,
  month,
  organisation,
  outcomes,
  outcomesTogether,
  startServers,
  storedUsers,
  countOutcomes,
  users,
} from './governed.ts';
import { useServers } from './use-servers.ts';

const servers = useServers();

describe('a Redis that was emptied', () => {
  it('is rebuilt from PostgreSQL: no user is counted twice, and none admitted above the cap', async () => {
    const governance = await servers.open({ storeIntervalMs: 50 });
    const shop = organisation({ mauCap: 6_000 });
    await admitAndStore(servers, { governance, shop, requests: users(1, 5_600), stored: 5_600 });
    await servers.redis.flushall();

    const fresh = await servers.open();
    expect(countOutcomes(await outcomesTogether(fresh, shop, users(5_001, 6_100)))).toEqual({
      admitted: 1_000,
      [exceeded]: 100,
    });
    expect(countOutcomes(await outcomesTogether(governance, shop, users(1, 6_000)))).toEqual({
      admitted: 6_000,
    });
    expect(fresh.stats().decidedAlone + governance.stats().decidedAlone).toBe(0);
  });

  it('gets the users that were not stored in PostgreSQL from the processes that admitted them', async () => {
    const one = await servers.open({ storeIntervalMs: 60_000 });
    const other = await servers.open({ storeIntervalMs: 60_000 });
    const shop = organisation({ mauCap: 200 });
    await outcomesTogether(one, shop, users(1, 100));
    await outcomesTogether(other, shop, users(101, 150));
    expect(await storedUsers(servers, shop)).toBe(0);
    await servers.redis.flushall();

    await Promise.all([outcomes(one, shop, users(1, 1)), outcomes(other, shop, users(101, 101))]);
    expect(countOutcomes(await outcomesTogether(one, shop, users(1, 205)))).toEqual({
      admitted: 200,
      [exceeded]: 5,
    });
    expect(one.stats().decidedAlone + other.stats().decidedAlone).toBe(0);
  });

  it('is rebuilt by one process while the others wait', async () => {
    const shop = organisation({ mauCap: 3_000 });
    const first = await servers.open({ storeIntervalMs: 50 });
    await admitAndStore(servers, { governance: first, shop, requests: users(1, 2_990), stored: 2_990 });
    await servers.redis.flushall();
    const processes = await Promise.all(Array.from({ length: 5 }, () => servers.open()));
    const found = await Promise.all(
      processes.map((governance, i) =>
        outcomesTogether(governance, shop, users(3_001 + i * 10, 3_010 + i * 10)),
      ),
    );
    expect(countOutcomes(found.flat())).toEqual({ admitted: 10, [exceeded]: 40 });
  });
});

/** Opens governance that reaches PostgreSQL through a proxy. */
async function openThroughProxy() {
  const address = new URL(servers.databaseUrl);
  const proxy = await startTestProxy({ port: Number(address.port) });
  address.port = String(proxy.port);
  const pool = createPool(address.href);
  return { proxy, pool, governance: await servers.open({ pool, storeIntervalMs: 50 }) };
}

describe('PostgreSQL away while a month must be rebuilt', () => {
  it('admits before it is back, and counts afterwards', async () => {
    const { proxy, pool, governance } = await openThroughProxy();
    await proxy.refuse();

    const shop = organisation({ mauCap: 2 });
    expect(await outcomes(governance, shop, users(1, 3))).toEqual(Array(3).fill('admitted'));
    expect(governance.stats().restoringOrganisations).toBe(1);

    await proxy.accept();
    await until(() => governance.stats().restoringOrganisations === 0);
    expect(await outcomes(governance, shop, users(3, 4))).toEqual(['admitted', exceeded]);
    await until(async () => (await storedUsers(servers, shop)) === 3);
    await governance.close();
    await pool.end();
    await proxy.stop();
  });

  it('continues with the months that Redis has, and stores their users later', async () => {
    const { proxy, pool, governance } = await openThroughProxy();
    const shop = organisation({ mauCap: 3 });
    expect(await outcomes(governance, shop, users(1, 1))).toEqual(['admitted']);
    await proxy.refuse();
    expect(await outcomes(governance, shop, users(2, 4))).toEqual(['admitted', 'admitted', exceeded]);
    expect(governance.stats().decidedAlone).toBe(0);
    await proxy.accept();
    await until(async () => (await storedUsers(servers, shop)) === 3);
    expect(await storedUsers(servers, shop)).toBe(3);
    await governance.close();
    await pool.end();
    await proxy.stop();
  });
});

describe('a Redis that comes back with an older snapshot', () => {
  it('gets the missing users from PostgreSQL', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'bunting-access-'));
    const port = await findFreePort();
    const start = () => startRedis({ program: findRedisProgram()!, dataDir, port });
    let redis = await start();
    const own = await startServers({ redis: { url: redis.url } });
    const governance = await own.open({ storeIntervalMs: 50 });
    const shop = organisation({ mauCap: 50 });
    await outcomesTogether(governance, shop, users(1, 20));
    // From now on nothing more is written to the append-only file.
    await own.redis.config('SET', 'appendonly', 'no');
    await outcomesTogether(governance, shop, users(21, 50));
    await until(async () => (await storedUsers(own, shop)) === 50);
    await governance.close();
    const exited = once(redis.process, 'exit');
    redis.process.kill('SIGKILL');
    await exited;

    redis = await start();
    await until(() => own.redis.status === 'ready');
    const key = monthKey(shop.id, month);
    expect(await own.redis.hget(key, 'count')).toBe('20');
    const fresh = await own.open();
    expect(await outcomes(fresh, shop, users(1, 1))).toEqual(['admitted']);
    await until(async () => (await own.redis.hget(key, 'count')) === '50');
    expect(countOutcomes(await outcomesTogether(fresh, shop, users(1, 60)))).toEqual({
      admitted: 50,
      [exceeded]: 10,
    });
    await own.close();
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
