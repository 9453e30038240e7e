import type { Database } from '@bunting/database';
import type { ResilientRedis } from '@bunting/redis';
import type { CalendarMonth } from './calendar-month.ts';
import { pendingSuffix } from './member-sets.ts';
import { monthKey } from './month-state.ts';

/** A month of an organisation that has users waiting in Redis. */
export interface PendingMonth {
  readonly organisationId: string;
  readonly month: CalendarMonth;
}

interface FoundUsers extends PendingMonth {
  readonly hashes: readonly string[];
}

const usersPerOrganisation = 1_000;

/**
 * Stores up to a thousand users of each month and removes them from the waiting ones in Redis. Returns the months that may
 * have more. Rejects when PostgreSQL or Redis fails; a user that is stored twice counts once.
 */
export async function storePendingUsers(
  { redis, pool }: { redis: ResilientRedis; pool: Database },
  months: readonly PendingMonth[],
): Promise<readonly PendingMonth[]> {
  const asked = await Promise.allSettled(
    months.map(async ({ organisationId, month }): Promise<FoundUsers> => {
      const key = monthKey(organisationId, month) + pendingSuffix;
      const hashes = await redis.send((connection) => connection.srandmember(key, usersPerOrganisation));
      return { organisationId, month, hashes };
    }),
  );
  // One node of a cluster may be away; the organisations of the other nodes do not wait for it.
  const found = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const waiting = found.filter(({ hashes }) => hashes.length > 0);
  if (waiting.length > 0) {
    await insertUsers(pool, waiting);
    await removeFromRedis(redis, waiting);
  }
  const lost = asked.find((each) => each.status === 'rejected');
  if (lost) throw lost.reason;
  return waiting.filter(({ hashes }) => hashes.length === usersPerOrganisation);
}

async function insertUsers(pool: Database, waiting: readonly FoundUsers[]): Promise<void> {
  // Sorted: processes that store the same users at once lock the rows in one order.
  await pool.query(
    `INSERT INTO monthly_active_user (organisation_id, month, user_hash)
     SELECT * FROM unnest($1::uuid[], $2::date[], $3::bigint[]) AS u (organisation_id, month, user_hash)
     ORDER BY 1, 2, 3
     ON CONFLICT DO NOTHING`,
    [
      waiting.flatMap(({ organisationId, hashes }) => hashes.map(() => organisationId)),
      waiting.flatMap(({ month, hashes }) => hashes.map(() => month.firstDay)),
      waiting.flatMap(({ hashes }) => hashes),
    ],
  );
}

async function removeFromRedis(redis: ResilientRedis, waiting: readonly FoundUsers[]): Promise<void> {
  await Promise.all(
    waiting.map(({ organisationId, month, hashes }) => {
      const key = monthKey(organisationId, month) + pendingSuffix;
      return redis.send((connection) => connection.srem(key, ...hashes));
    }),
  );
}
