import { withTimeout } from '@bunting/async';
import type { Database } from '@bunting/database';
import type { RedisConnection } from '@bunting/redis';
import { calendarMonthOf } from './calendar-month.ts';
import { monthKey } from './month-state.ts';
import { countStoredUsers } from './past-months.ts';

/** How long a Redis that is connected but does not answer may take. */
const redisTimeoutMs = 250;

/**
 * The number of users of an organisation in the month of `time` (milliseconds since 1970): from Redis while it has the whole
 * month, otherwise counted in PostgreSQL, which has every month.
 */
export async function countMonthlyActiveUsers(
  { redis, pool }: { redis: RedisConnection; pool: Database },
  organisationId: string,
  time: number,
): Promise<number> {
  const month = calendarMonthOf(time);
  const reply = redis.hmget(monthKey(organisationId, month), 'epoch', 'count');
  const [generation, count] = await withTimeout(reply, redisTimeoutMs, 'Redis').catch(() => []);
  // A month without a generation is being rebuilt.
  if (generation !== undefined && generation !== null) return Number(count ?? 0);
  return countStoredUsers(pool, organisationId, month.firstDay);
}
