import type { Database } from '@bunting/database';
import type { RedisConnection } from '@bunting/redis';
import { toCalendarMonth } from './calendar-month.ts';
import { countMonthlyActiveUsers } from './count-monthly-active-users.ts';

/** The numbers of monthly active users of an organisation. */
export interface UsageHistory {
  /** The latest months, the earliest first; the last one is that of `now`, up to now. */
  readonly months: readonly { readonly month: string; readonly users: number }[];
  /** The days of the last month up to today, with the users that it had by the end of each. */
  readonly days: readonly { readonly day: string; readonly users: number }[];
}

const dayMs = 24 * 60 * 60 * 1000;

/** Reads the history of `months` months. `now`: milliseconds since 1970. Days are in UTC. */
export async function readUsageHistory(
  { redis, pool }: { redis: RedisConnection; pool: Database },
  organisationId: string,
  { now, months }: { readonly now: number; readonly months: number },
): Promise<UsageHistory> {
  const today = new Date(now);
  const firstDays = Array.from({ length: months }, (_, index) => {
    const time = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (months - 1 - index), 1);
    return toCalendarMonth(time).firstDay;
  });
  const [stored, counted, users] = await Promise.all([
    readMonths(pool, organisationId, firstDays),
    readDays(pool, organisationId, firstDays.at(-1)!),
    countMonthlyActiveUsers({ redis, pool }, organisationId, now),
  ]);
  return {
    months: firstDays.map((firstDay, index) => {
      const month = firstDay.slice(0, 7);
      return { month, users: index === months - 1 ? users : (stored.get(month) ?? 0) };
    }),
    days: daysUntil(today).map((day, index, { length }) => {
      const until = counted.reduce((sum, each) => (each.day <= day ? sum + each.count : sum), 0);
      // Redis is ahead of PostgreSQL by the users of the last moments.
      return { day, users: index === length - 1 ? users : Math.min(until, users) };
    }),
  };
}

/** Returns the days of a month, from its first to `today`: `2026-11-01`, … */
function daysUntil(today: Date): string[] {
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1);
  return Array.from({ length: today.getUTCDate() }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  );
}

/** Reads the numbers of all months but the last one, whose users may be a million. */
async function readMonths(
  pool: Database,
  organisationId: string,
  firstDays: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ month: string; count: string }>(
    `SELECT to_char(month, 'YYYY-MM') AS month, sum(user_count)::text AS count FROM (
       SELECT month, count(*) AS user_count FROM monthly_active_user
       WHERE organisation_id = $1 AND month >= $2 AND month < $3 GROUP BY month
       UNION ALL
       SELECT month, user_count FROM monthly_usage WHERE organisation_id = $1 AND month >= $2 AND month < $3) AS counted
     GROUP BY counted.month`,
    [organisationId, firstDays[0], firstDays.at(-1)],
  );
  return new Map(rows.map(({ month, count }) => [month, Number(count)]));
}

/**
 * Reads how many users each day of a month added. Users without a time, from releases before there was one, count for the
 * first day.
 */
async function readDays(pool: Database, organisationId: string, firstDay: string) {
  const { rows } = await pool.query<{ day: string; count: number }>(
    `SELECT coalesce(to_char(counted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), $2) AS day, count(*)::int AS count
     FROM monthly_active_user WHERE organisation_id = $1 AND month = $2::text::date GROUP BY 1`,
    [organisationId, firstDay],
  );
  return rows;
}
