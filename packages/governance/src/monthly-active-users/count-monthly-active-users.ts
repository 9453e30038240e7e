import type { Database } from '@bunting/database';
import { withCommandTimeout, type RedisConnection, type RedisSender } from '@bunting/redis';
import { toCalendarMonth } from './calendar-month.ts';
import { monthKey } from './month-state.ts';
import { countStoredUsers } from './past-months.ts';

/** The time-out for a Redis that is connected but does not answer. */
const redisTimeoutMs = 250;
const countedAtATime = 200;

/**
 * Counts the users of an organisation in the month of `time` (milliseconds since 1970): in Redis while it has the whole
 * month, otherwise in PostgreSQL, which has every month.
 */
export async function countMonthlyActiveUsers(
  { redis, pool }: { redis: RedisConnection; pool: Database },
  organisationId: string,
  time: number,
): Promise<number> {
  const month = toCalendarMonth(time);
  const sender = withCommandTimeout(redis, redisTimeoutMs);
  const count = await readUserCount(sender, monthKey(organisationId, month)).catch(() => undefined);
  return count ?? countStoredUsers(pool, organisationId, month.firstDay);
}

/**
 * Returns the numbers of users of several organisations in the month of `time`, as Redis has them, in the order of the ids. undefined = Redis does not
 * have the whole month, because nobody asked in it or it is being rebuilt. Rejects when Redis does not answer in time.
 */
export async function readMonthlyActiveUsers(
  redis: RedisConnection,
  organisationIds: readonly string[],
  time: number,
): Promise<readonly (number | undefined)[]> {
  const month = toCalendarMonth(time);
  const counts: (number | undefined)[] = [];
  for (let start = 0; start < organisationIds.length; start += countedAtATime) {
    const ids = organisationIds.slice(start, start + countedAtATime);
    const sender = withCommandTimeout(redis, redisTimeoutMs);
    counts.push(...(await Promise.all(ids.map((id) => readUserCount(sender, monthKey(id, month))))));
  }
  return counts;
}

/**
 * Reads the number of users of a month from Redis; undefined = Redis does not have the whole month. Rejects when Redis is
 * down.
 */
export async function readUserCount(redis: RedisSender, key: string): Promise<number | undefined> {
  const [generation, count] = await redis.send((connection) => connection.hmget(key, 'epoch', 'count'));
  // A month without a generation is being rebuilt.
  return generation == null ? undefined : Number(count ?? 0);
}
