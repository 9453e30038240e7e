import type { Database } from '@bunting/database';
import type { Log } from '@bunting/observability';
import type { ResilientRedis } from '@bunting/redis';
import { toCalendarMonth, type CalendarMonth } from './calendar-month.ts';
import { monthKey, registryKey } from './month-state.ts';
import { storePendingUsers, type PendingMonth } from './store-pending-users.ts';

/**
 * Brings newly counted users from Redis to PostgreSQL. They wait in a set in Redis until they are stored, so any process can
 * store them, and a process that dies loses none.
 */
export interface PendingUsers {
  /** Marks that the organisation has users waiting in that month. */
  mark(organisationId: string, month: CalendarMonth): void;
  /** Marks every organisation that has a month in Redis: a process may have died before it stored its users. */
  sweep(): Promise<void>;
  /** Stores the waiting users and ends. */
  close(): Promise<void>;
}

const organisationsAtOnce = 32;
const sweepEveryMs = 60_000;

/** @param options.intervalMs how often users are stored */
export function createPendingUsers(options: {
  redis: ResilientRedis;
  pool: Database;
  now: () => number;
  log: Log;
  intervalMs: number;
}): PendingUsers {
  const { redis, now, log, intervalMs } = options;
  const marked = new Map<string, PendingMonth>();
  let running: Promise<void> | undefined;
  let isFailing = false;
  // The intervals vary, so that processes that start together do not stay in step and store the same users.
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
    while (marked.size > 0 && redis.isUsable()) {
      const some = [...marked].slice(0, organisationsAtOnce);
      for (const [key] of some) marked.delete(key);
      try {
        const months = some.map(([, month]) => month);
        for (const { organisationId, month } of await storePendingUsers(options, months))
          mark(organisationId, month);
        isFailing = false;
      } catch (error) {
        for (const [key, month] of some) marked.set(key, month);
        warnOnce(error);
        return;
      }
    }
  }

  function warnOnce(error: unknown): void {
    if (!isFailing && redis.isUsable())
      log.warn({ reason: String(error) }, 'Storing monthly active users failed; they stay in Redis for now');
    isFailing = true;
  }

  async function sweep(): Promise<void> {
    const current = toCalendarMonth(now());
    const previous = toCalendarMonth(Date.parse(current.firstDay) - 1);
    try {
      for (const month of [current, previous]) {
        const organisations = await redis.send((connection) => connection.smembers(registryKey(month)));
        for (const organisationId of organisations) mark(organisationId, month);
      }
    } catch (error) {
      if (redis.isUsable())
        log.warn({ reason: String(error) }, 'Finding users that wait for PostgreSQL failed');
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
