/** Governance with a real Redis and PostgreSQL, for tests. */
import { randomUUID } from 'node:crypto';
import { createPool } from '@bunting/database';
import { createTestDatabase, governanceWithLongTimeouts, startTestRedis, until } from '@bunting/testing';
import {
  createGovernance,
  defaultLimits,
  type Admission,
  type Governance,
  type GovernedRequest,
} from '../src/index.ts';
import { createRedis, untilRedisReady, type RedisConnection, type RedisTarget } from '@bunting/redis';
import type { Organisation } from '@bunting/definitions/organisations';
import { toCalendarMonth } from '../src/monthly-active-users/calendar-month.ts';

/** The month in which the suite began. */
export const month = toCalendarMonth(Date.now());
/** Returns a time in that month, so that users are counted in one month, however late the suite began. */
export const now = () => Math.min(Date.now(), month.endsAt - 1);

export const silentLog = { info() {}, warn() {} };

export function organisation(fields: Partial<Organisation> = {}): Organisation {
  return { id: randomUUID(), slug: 'shop', status: 'active', plan: 'business', mauCap: null, ...fields };
}

type Settings = Partial<Omit<Parameters<typeof createGovernance>[0], 'redis' | 'limits'>> & {
  ratePerMinute?: number;
  clientRatePerMinute?: number;
  /** The address of Redis for governance, if it differs from that of the servers. */
  redis?: RedisTarget;
  /** The longest wait for Redis, which may stay down. Without it, Redis must become ready. */
  readyWithinMs?: number;
};

export interface Servers {
  readonly redisTarget: RedisTarget;
  /** The address of a single server. */
  readonly redisUrl: string;
  readonly databaseUrl: string;
  readonly pool: ReturnType<typeof createPool>;
  /** A connection for the test itself. */
  readonly redis: RedisConnection;
  /** Opens governance as in one process; it is closed with the servers. */
  open(settings?: Settings): Promise<Governance>;
  close(): Promise<void>;
}

/**
 * Starts the servers. With `redis`, the caller owns Redis and may stop it. Otherwise Redis is ready, however busy the
 * machine is.
 */
export async function startServers(options: { redis?: RedisTarget } = {}): Promise<Servers> {
  const ownRedis = options.redis === undefined ? await startTestRedis() : undefined;
  const redisTarget = options.redis ?? { url: ownRedis!.url };
  const database = await createTestDatabase();
  const pool = createPool(database.url);
  const closing: (() => unknown)[] = [];

  async function connect(target: RedisTarget, readyWithinMs?: number): Promise<RedisConnection> {
    const redis = createRedis(target, { name: 'test', log: silentLog });
    closing.push(() => redis.disconnect());
    if (readyWithinMs !== undefined) await untilRedisReady(redis, readyWithinMs);
    else await until(() => untilRedisReady(redis, 1_000), 50_000);
    return redis;
  }

  return {
    redisTarget,
    redisUrl: 'url' in redisTarget ? redisTarget.url : '',
    databaseUrl: database.url,
    pool,
    redis: await connect(redisTarget),
    async open({
      ratePerMinute = Infinity,
      clientRatePerMinute = Infinity,
      redis: target = redisTarget,
      readyWithinMs,
      ...settings
    } = {}) {
      const limits = { ...defaultLimits, ratePerMinute, clientRatePerMinute };
      const redis = await connect(target, readyWithinMs);
      const governance = createGovernance({
        redis,
        pool,
        limits,
        now,
        log: silentLog,
        ...(options.redis === undefined && governanceWithLongTimeouts),
        ...settings,
      });
      closing.unshift(() => governance.close());
      return governance;
    },
    async close() {
      for (const close of closing) await close();
      await pool.end();
      await database.drop();
      await ownRedis?.stop();
    },
  };
}

/** Why a user beyond the cap is not admitted. */
export const exceeded = 'monthly_active_users_exceeded';

/** Sends requests one after the other and returns the outcomes: `admitted` or the code. */
export async function outcomes(
  governance: Governance,
  of: Organisation,
  requests: readonly GovernedRequest[],
): Promise<string[]> {
  const found: string[] = [];
  for (const request of requests) found.push(formatOutcome(await governance.admit(of, request)));
  return found;
}

/** Sends all requests at once: those that wait in one turn of the event loop are decided together. */
export function outcomesTogether(
  governance: Governance,
  of: Organisation,
  requests: readonly GovernedRequest[],
): Promise<string[]> {
  return Promise.all(requests.map(async (request) => formatOutcome(await governance.admit(of, request))));
}

/** Counts each outcome. */
export function countOutcomes(found: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of found) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export function formatOutcome(admission: Admission): string {
  return admission.admitted ? 'admitted' : admission.code;
}

/** Returns requests of the users `from` … `to`. */
export function users(from: number, to: number): { identity: string }[] {
  return Array.from({ length: to - from + 1 }, (_, i) => ({ identity: `user-${from + i}` }));
}

/** Counts the month's users in PostgreSQL. */
export async function storedUsers(servers: Servers, of: Organisation): Promise<number> {
  const { rows } = await servers.pool.query<{ count: string }>(
    'SELECT count(*) FROM monthly_active_user WHERE organisation_id = $1',
    [of.id],
  );
  return Number(rows[0]?.count);
}

/** Admits users all at once, and waits until PostgreSQL has that many in all. */
export async function admitAndStore(
  servers: Servers,
  {
    governance,
    shop,
    requests,
    stored,
  }: {
    governance: Governance;
    shop: Organisation;
    requests: readonly GovernedRequest[];
    stored: number;
  },
): Promise<void> {
  await outcomesTogether(governance, shop, requests);
  await until(async () => (await storedUsers(servers, shop)) === stored);
}
