import { calendarMonthOf, type CalendarMonth } from './calendar-month.ts';
import type { Database } from '@bunting/database';
import type { Log } from '@bunting/observability';
import { pendingSuffix } from './member-sets.ts';
import { monthKey, registryKey } from './month-state.ts';
import type { RedisLink } from '@bunting/redis';

/**
 * Brings newly counted users from Redis to PostgreSQL. They wait in a set in Redis until they are stored, so any process
 * can do it and the death of one loses nothing.
 */
export interface PendingUsers {
  /** The organisation has users waiting in that month. */
  mark(organisationId: string, month: CalendarMonth): void;
  /** Looks after every organisation that has a month in Redis: users whose process died before it stored them. */
  sweep(): Promise<void>;
  /** Stores what waits and ends. */
  close(): Promise<void>;
}

interface Marked {
  readonly organisationId: string;
  readonly month: CalendarMonth;
}

interface Found extends Marked {
  readonly key: string;
  readonly users: readonly string[];
}

const usersPerOrganisation = 1_000;
const organisationsAtOnce = 32;
const sweepEveryMs = 60_000;

export function createPendingUsers(options: {
  link: RedisLink;
  pool: Database;
  now: () => number;
  log: Log;
  intervalMs: number;
}): PendingUsers {
  const { link, pool, now, log, intervalMs } = options;
  const marked = new Map<string, Marked>();
  let running: Promise<void> | undefined;
  let isFailing = false;
  // Processes that start together do not stay in step: then one finds most of what the others would store as well.
  const timer = setInterval(() => void flush(), intervalMs * (0.8 + Math.random() * 0.4)).unref();
  const sweeping = setInterval(() => void sweep(), sweepEveryMs).unref();

  function mark(organisationId: string, month: CalendarMonth): void {
    marked.set(monthKey(organisationId, month), { organisationId, month });
  }

  function flush(): Promise<void> {
    running ??= storeMarked().finally(() => (running = undefined));
    return running;
  }

  async function storeMarked(): Promise<void> {
    while (marked.size > 0 && link.isUsable()) {
      const some = [...marked].slice(0, organisationsAtOnce);
      for (const [key] of some) marked.delete(key);
      try {
        await store(some);
        isFailing = false;
      } catch (error) {
        for (const [key, month] of some) marked.set(key, month);
        if (!isFailing && link.isUsable()) {
          log.warn(
            { reason: String(error) },
            'Monthly active users wait in Redis: they cannot be stored yet',
          );
        }
        isFailing = true;
        return;
      }
    }
  }

  async function store(some: readonly [string, Marked][]): Promise<void> {
    const asked = await Promise.allSettled(
      some.map(async ([key, { organisationId, month }]) => {
        const users = await link.send((redis) =>
          redis.srandmember(key + pendingSuffix, usersPerOrganisation),
        );
        return { key, organisationId, month, users };
      }),
    );
    // One node of a cluster may be away: the organisations of the others do not wait for it.
    const found = asked.filter((each) => each.status === 'fulfilled').map((each) => each.value);
    const waiting = found.filter(({ users }) => users.length > 0);
    if (waiting.length > 0) await storeUsers(waiting);
    const lost = asked.find((each) => each.status === 'rejected');
    if (lost) throw lost.reason;
  }

  async function storeUsers(waiting: readonly Found[]): Promise<void> {
    // Sorted: processes that store the same users at once lock the rows in one order.
    await pool.query(
      `INSERT INTO monthly_active_user (organisation_id, month, user_hash)
       SELECT * FROM unnest($1::uuid[], $2::date[], $3::bigint[]) AS u (organisation_id, month, user_hash)
       ORDER BY 1, 2, 3
       ON CONFLICT DO NOTHING`,
      [
        waiting.flatMap(({ organisationId, users }) => users.map(() => organisationId)),
        waiting.flatMap(({ month, users }) => users.map(() => month.firstDay)),
        waiting.flatMap(({ users }) => users),
      ],
    );
    await Promise.all(
      waiting.map(({ key, users }) => link.send((redis) => redis.srem(key + pendingSuffix, ...users))),
    );
    for (const { organisationId, month, users } of waiting) {
      if (users.length === usersPerOrganisation) mark(organisationId, month);
    }
  }

  async function sweep(): Promise<void> {
    const current = calendarMonthOf(now());
    const previous = calendarMonthOf(Date.parse(current.firstDay) - 1);
    try {
      for (const month of [current, previous]) {
        const organisations = await link.send((redis) => redis.smembers(registryKey(month)));
        for (const organisationId of organisations) mark(organisationId, month);
      }
    } catch (error) {
      if (link.isUsable())
        log.warn({ reason: String(error) }, 'Users that wait for PostgreSQL cannot be looked for');
      return;
    }
    await flush();
  }

  return {
    mark,
    sweep,
    async close() {
      clearInterval(timer);
      clearInterval(sweeping);
      await running;
      await flush();
    },
  };
}
