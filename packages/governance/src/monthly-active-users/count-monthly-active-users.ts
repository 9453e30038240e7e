import { setTimeout as sleep } from 'node:timers/promises';
import { calendarMonthOf } from './calendar-month.ts';
import type { Database } from '@bunting/database';
import { monthKey } from './month-state.ts';
import { countStoredUsers } from './past-months.ts';
import type { RedisConnection } from '@bunting/redis';

/** How long a Redis that is there but does not answer may take. */
const redisTimeoutMs = 250;

/**
 * How many users count for an organisation in the month that holds `time`: from Redis, which has the number, as long as it
 * has the whole month; else counted in PostgreSQL, which has every month there was.
 */
export async function countMonthlyActiveUsers(
  { redis, pool }: { redis: RedisConnection; pool: Database },
  organisationId: string,
  time: number,
): Promise<number> {
  const month = calendarMonthOf(time);
  const known = await Promise.race([
    redis.hmget(monthKey(organisationId, month), 'epoch', 'count').catch(() => undefined),
    sleep(redisTimeoutMs, undefined, { ref: false }),
  ]);
  const [epoch, count] = known ?? [];
  // A month without an epoch is being rebuilt.
  if (epoch !== undefined && epoch !== null) return Number(count ?? 0);
  return countStoredUsers(pool, organisationId, month.firstDay);
}
