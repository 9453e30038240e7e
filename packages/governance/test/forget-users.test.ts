/** Tests that staff can remove made-up users, from Redis and from PostgreSQL. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { countMonthlyActiveUsers, uncountUsers } from '../src/index.ts';
import type { Organisation } from '@bunting/definitions/organisations';
import {
  admitAndStore,
  exceeded,
  month,
  now,
  organisation,
  outcomes,
  outcomesTogether,
  storedUsers,
  countOutcomes,
  users,
} from './governed.ts';
import { useServers } from './use-servers.ts';

const servers = useServers();

const count = (shop: Organisation) => countMonthlyActiveUsers(servers, shop.id, now());
const forget = (shop: Organisation, since: Date) => uncountUsers(servers, shop.id, { since, now: now() });

/** Returns a time of PostgreSQL's clock between the users counted before and after. */
async function moment(): Promise<Date> {
  await delay(20);
  const { rows } = await servers.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  await delay(20);
  return rows[0]!.now;
}

it('950 made-up users are removed, earlier ones stay, and new ones are admitted again', async () => {
  const governance = await servers.open({ storeIntervalMs: 50, ratePerMinute: 1_000_000 });
  const shop = organisation({ mauCap: 1_000 });
  await admitAndStore(servers, { governance, shop, requests: users(1, 42), stored: 42 });
  const since = await moment();
  const madeUp = Array.from({ length: 958 }, (_, n) => `made up ${n}`);
  expect(await governance.admit(shop, { identities: madeUp })).toEqual({ admitted: true });
  expect(await outcomes(governance, shop, users(43, 43))).toEqual([exceeded]);
  await until(async () => (await storedUsers(servers, shop)) === 1_000);

  expect(await forget(shop, since)).toBe(958);
  expect([await count(shop), await storedUsers(servers, shop)]).toEqual([42, 42]);
  // No earlier user is counted twice; exactly as many users as the cap allows are admitted.
  expect(countOutcomes(await outcomesTogether(governance, shop, users(1, 1_100)))).toEqual({
    admitted: 1_000,
    [exceeded]: 100,
  });
  expect(await count(shop)).toBe(1_000);
  await until(async () => (await storedUsers(servers, shop)) === 1_000);
});

it('remaining users are found in the set that they were added to, even after the sets have grown', async () => {
  const governance = await servers.open({ storeIntervalMs: 50 });
  const shop = organisation({ mauCap: 100_000 });
  await admitAndStore(servers, { governance, shop, requests: users(1, 1_500), stored: 1_500 });
  const first = await moment();
  await admitAndStore(servers, { governance, shop, requests: users(1_501, 8_000), stored: 8_000 });
  await servers.pool.query(
    `UPDATE monthly_active_user SET counted_at = $2
     WHERE organisation_id = $1 AND user_hash % 2 = 0`,
    [shop.id, new Date(first.getTime() - 60_000)],
  );
  const { rows } = await servers.pool.query<{ count: number }>(
    'SELECT count(*)::int FROM monthly_active_user WHERE organisation_id = $1 AND counted_at < $2',
    [shop.id, first],
  );
  await forget(shop, first);
  expect(await count(shop)).toBe(rows[0]!.count);

  // A process without cached users asks Redis for each one: a counted user is not counted again.
  const fresh = await servers.open();
  await outcomesTogether(fresh, shop, users(1, 8_000));
  expect(await count(shop)).toBe(8_000);
});

it('users that still wait for PostgreSQL are removed, too, and do not reappear', async () => {
  const governance = await servers.open({ storeIntervalMs: 600_000 });
  const shop = organisation();
  const since = await moment();
  await outcomesTogether(governance, shop, users(1, 300));
  expect(await forget(shop, since)).toBe(300);
  expect(await count(shop)).toBe(0);
  await governance.close();
  expect(await storedUsers(servers, shop)).toBe(0);
});

it('a Redis that is emptied afterwards is rebuilt without them', async () => {
  const governance = await servers.open({ storeIntervalMs: 50, ratePerMinute: 1_000_000 });
  const shop = organisation();
  await admitAndStore(servers, { governance, shop, requests: users(1, 100), stored: 100 });
  const since = await moment();
  await admitAndStore(servers, { governance, shop, requests: users(101, 200), stored: 200 });
  await forget(shop, since);
  // The process learns of it with its next request.
  await outcomes(governance, shop, users(1, 1));
  await servers.redis.flushall();
  await outcomes(governance, shop, users(1, 1));
  expect(await count(shop)).toBe(100);
});

it('users that were counted before times were stored stay', async () => {
  const shop = organisation();
  await servers.pool.query(
    `INSERT INTO monthly_active_user (organisation_id, month, user_hash, counted_at)
     SELECT $1, $2, n, NULL FROM generate_series(1, 5) AS n`,
    [shop.id, month.firstDay],
  );
  expect(await forget(shop, new Date(0))).toBe(0);
  expect(await storedUsers(servers, shop)).toBe(5);
});
