import type { Database } from '@bunting/database';
import { withCommandTimeout, type RedisConnection } from '@bunting/redis';
import { toCalendarMonth } from './calendar-month.ts';
import { pendingSuffix } from './member-sets.ts';
import { monthKey } from './month-state.ts';

const redisTimeoutMs = 10_000;

/** Counts the users that `uncountUsers` would remove, and removes none. Rejects when Redis or PostgreSQL is away. */
export async function countUsersSince(
  { redis, pool }: { redis: RedisConnection; pool: Database },
  organisationId: string,
  { since, now }: { readonly since: Date; readonly now: number },
): Promise<number> {
  const month = toCalendarMonth(now);
  const key = monthKey(organisationId, month);
  const sender = withCommandTimeout(redis, redisTimeoutMs);
  const pending = await sender.send((connection) => connection.smembers(key + pendingSuffix));
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT user_hash FROM monthly_active_user
       WHERE organisation_id = $1 AND month = $2 AND counted_at >= $3
       UNION SELECT unnest($4::bigint[])
     ) AS counted`,
    [organisationId, month.firstDay, since, pending],
  );
  return rows[0]!.count;
}
