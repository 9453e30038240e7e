import { dayMs, type Remove, type Retention } from '@bunting/retention';
import { toCalendarMonth } from './calendar-month.ts';
import type { Database } from '@bunting/database';

/** Counts the users of a month: those that are stored individually, and the number of those that were removed. */
export async function countStoredUsers(
  database: Database,
  organisationId: string,
  firstDay: string,
): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM monthly_active_user WHERE organisation_id = $1 AND month = $2)
       + coalesce((SELECT user_count FROM monthly_usage WHERE organisation_id = $1 AND month = $2), 0) AS count`,
    [organisationId, firstDay],
  );
  return Number(rows[0]!.count);
}

/**
 * Removes the individual users of past months and keeps their number. They are needed while a month can still be rebuilt:
 * this month, and the last one for users that wait in Redis. ONLY: a ctid names a row of one table.
 */
const removePastUsers: Remove = async (client, before, limit) => {
  const { rows } = await client.query<{ count: number }>(
    `WITH gone AS (
       DELETE FROM ONLY monthly_active_user WHERE ctid = ANY (ARRAY(
         SELECT past.ctid FROM organisation
         CROSS JOIN LATERAL (
           SELECT ctid FROM ONLY monthly_active_user
           WHERE organisation_id = organisation.id AND month < $1 ORDER BY month LIMIT $2) AS past
         LIMIT $2))
       RETURNING organisation_id, month
     ), counted AS (
       INSERT INTO monthly_usage AS kept (organisation_id, month, user_count)
       SELECT organisation_id, month, count(*) FROM gone GROUP BY organisation_id, month
       ON CONFLICT (organisation_id, month) DO UPDATE SET user_count = kept.user_count + excluded.user_count
     )
     SELECT count(*)::int FROM gone`,
    [toCalendarMonth(before.getTime()).firstDay, limit],
  );
  return rows[0]!.count;
};

/** 31 days before any day is in the month before, or in the one before that. */
export const pastUsers: Retention = {
  rows: 'monthly_active_users',
  keepMs: 31 * dayMs,
  remove: removePastUsers,
};
