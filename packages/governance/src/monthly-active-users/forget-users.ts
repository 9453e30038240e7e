import type { Database } from '@bunting/database';
import { runScript, withCommandTimeout, type RedisConnection } from '@bunting/redis';
import { uncountScript, forgottenScript } from '../scripts.ts';
import { toCalendarMonth } from './calendar-month.ts';
import { pendingSuffix } from './member-sets.ts';
import { monthKey } from './month-state.ts';

const usersPerScript = 250;
const usersPerPage = 10_000;
const redisTimeoutMs = 10_000;

/**
 * Removes users from this month's count that were counted since a time, real or made up; a user who is active again is
 * counted again. Users that still wait for PostgreSQL count as counted just now. Returns how many were removed. Rejects when
 * Redis or PostgreSQL is away: some may be removed then, and a repeated call removes the others.
 */
export async function uncountUsers(
  { redis, pool }: { redis: RedisConnection; pool: Database },
  organisationId: string,
  { since, now }: { readonly since: Date; readonly now: number },
): Promise<number> {
  const month = toCalendarMonth(now);
  const key = monthKey(organisationId, month);
  const sender = withCommandTimeout(redis, redisTimeoutMs);
  let forgotten = 0;

  async function forgetInRedis(hashes: readonly string[]): Promise<void> {
    for (let i = 0; i < hashes.length; i += usersPerScript) {
      const some = hashes.slice(i, i + usersPerScript);
      forgotten += Number(await runScript(sender, uncountScript, [key], some));
    }
  }

  await forgetInRedis(await sender.send((connection) => connection.smembers(key + pendingSuffix)));
  for (let page = await readSince(); page.length > 0; page = await readSince()) {
    // Redis comes first, because users that it still has would be stored in PostgreSQL again.
    await forgetInRedis(page);
    await pool.query(
      `DELETE FROM monthly_active_user
       WHERE organisation_id = $1 AND month = $2 AND user_hash = ANY ($3::bigint[]) AND counted_at >= $4`,
      [organisationId, month.firstDay, page, since],
    );
  }
  if (forgotten > 0) await runScript(sender, forgottenScript, [key], []);
  return forgotten;

  async function readSince(): Promise<string[]> {
    const { rows } = await pool.query<{ user_hash: string }>(
      `SELECT user_hash::text FROM monthly_active_user
       WHERE organisation_id = $1 AND month = $2 AND counted_at >= $3 LIMIT ${usersPerPage}`,
      [organisationId, month.firstDay, since],
    );
    return rows.map((row) => row.user_hash);
  }
}
