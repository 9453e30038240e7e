import type { Database } from '@bunting/database';
import type { MonthState } from './month-state.ts';

const usersPerPage = 5_000;
const lowest = -(2n ** 63n);
const hashes = 2n ** 64n;

/**
 * Reads the users that PostgreSQL has of a month, some thousands at a time. Hashes are evenly distributed, so the pages are
 * equal ranges of them. PostgreSQL finds these by the primary key alone, even when its statistics lack a month that has just
 * begun.
 */
export async function* readStoredUsers(
  database: Database,
  { organisationId, month }: Pick<MonthState, 'organisationId' | 'month'>,
): AsyncIterable<readonly string[]> {
  const { rows: counted } = await database.query<{ count: string }>(
    'SELECT count(*) FROM monthly_active_user WHERE organisation_id = $1 AND month = $2',
    [organisationId, month.firstDay],
  );
  const pages = BigInt(Math.ceil(Number(counted[0]!.count) / usersPerPage));
  for (let page = 0n; page < pages; page++) {
    const first = lowest + (page * hashes) / pages;
    const last = lowest + ((page + 1n) * hashes) / pages - 1n;
    const { rows } = await database.query<{ user_hash: string }>(
      `SELECT user_hash::text FROM monthly_active_user
       WHERE organisation_id = $1 AND month = $2 AND user_hash BETWEEN $3 AND $4`,
      [organisationId, month.firstDay, String(first), String(last)],
    );
    yield rows.map((row) => row.user_hash);
  }
}
