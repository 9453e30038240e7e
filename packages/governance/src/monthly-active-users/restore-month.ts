import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@bunting/async';
import type { Database } from '@bunting/database';
import type { Log } from '@bunting/observability';
import type { ResilientRedis } from '@bunting/redis';
import { createMonthCommands } from './month-commands.ts';
import type { MonthState } from './month-state.ts';
import { readStoredUsers } from './stored-users.ts';
import type { UnsyncedMemory } from './unsynced-memory.ts';

const usersPerScript = 250;
/** While another process rebuilds the month. */
const pollMs = 25;
const retry = { firstMs: 100, maxMs: 2_000 };

/**
 * Adds the users that this process and PostgreSQL have to the month in Redis. Nothing rejects: everything is retried as long
 * as Redis answers.
 */
export interface MonthRestorer {
  /** Counts the users that this process admitted without Redis. */
  syncUsers(month: MonthState): Promise<void>;
  /**
   * Resolves when Redis has the whole month, or is away. A month that it has lost (or never had) is rebuilt from PostgreSQL
   * by one process at a time, under a lease; the others wait. `onObstacle` is called when it will take long.
   */
  restore(month: MonthState, onObstacle: () => void): Promise<void>;
  /**
   * Counts the users again that this process has as counted, because Redis may have lost some before they were stored in
   * PostgreSQL.
   */
  recount(month: MonthState): Promise<void>;
  /**
   * Rebuilds the month if Redis was restarted since it was complete: a Redis that restarted with an older snapshot lacks
   * users that PostgreSQL has. Requests need not wait. `onAnswer` is called when Redis answers for this organisation.
   */
  verify(month: MonthState, onAnswer?: () => void): Promise<void>;
}

/** @param options.leaseName this process's own */
export function createMonthRestorer(options: {
  redis: ResilientRedis;
  pool: Database;
  log: Log;
  leaseName: string;
  unsynced: UnsyncedMemory;
}): MonthRestorer {
  const { redis, pool, log, leaseName, unsynced } = options;
  const commands = createMonthCommands(redis, leaseName);
  const retrying = createRetrying(redis, log);
  const syncing = new Set<MonthState>();

  async function countAll(month: MonthState, hashes: readonly string[]): Promise<void> {
    for (const some of chunks(hashes)) {
      await commands.count(month, some);
      unsynced.remove(month, some);
    }
  }

  /** Rebuilds the month. Returns false when the lease was lost, for instance because Redis was emptied once more. */
  async function rebuild(month: MonthState): Promise<boolean> {
    await commands.register(month);
    for await (const page of readStoredUsers(pool, month)) {
      for (const hashes of chunks(page)) if (!(await commands.countStored(month, hashes))) return false;
    }
    return commands.complete(month);
  }

  return {
    async syncUsers(month) {
      if (syncing.has(month)) return;
      syncing.add(month);
      await retrying(month, async () => {
        // An emptied Redis does not have the month, and a month that has ended is not rebuilt.
        await commands.register(month);
        await countAll(month, [...month.unsynced]);
        return month.unsynced.size === 0;
      });
      syncing.delete(month);
    },

    async restore(month, onObstacle) {
      let mustRecount = month.generation !== undefined;
      const step = async () => {
        if (mustRecount) await countAll(month, [...month.counted.hashes()]);
        mustRecount = false;
        const { generation, isLeaseOurs } = await commands.askGeneration(month);
        if (generation !== '') month.generation = generation;
        else if (isLeaseOurs) mustRecount = !(await rebuild(month));
        else await sleep(pollMs, undefined, { ref: false });
        return generation !== '';
      };
      await retrying(month, step, onObstacle);
    },

    async recount(month) {
      await retrying(month, async () => {
        await countAll(month, [...month.counted.hashes()]);
        return true;
      });
    },

    async verify(month, onAnswer) {
      await retrying(month, async () => {
        const mustRebuild = await commands.verify(month);
        onAnswer?.();
        if (mustRebuild) await rebuild(month);
        return true;
      });
    },
  };
}

/** Runs `step` until it returns true, or Redis is away; waits longer after each failure. */
function createRetrying(redis: ResilientRedis, log: Log) {
  return async (month: MonthState, step: () => Promise<boolean>, onObstacle?: () => void): Promise<void> => {
    let isDone = false;
    let failures = 0;
    while (!isDone && redis.isUsable()) {
      try {
        isDone = await step();
      } catch (error) {
        onObstacle?.();
        if (!redis.isUsable()) return;
        failures += 1;
        if (failures === 1) warn(log, month, error);
        await sleep(backoffMs(failures, retry), undefined, { ref: false });
      }
    }
  };
}

function warn(log: Log, { organisationId, month }: MonthState, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  log.warn({ reason, organisationId, month: month.name }, 'Restoring monthly active users failed; retrying');
}

function* chunks(hashes: readonly string[]): Iterable<readonly string[]> {
  for (let i = 0; i < hashes.length; i += usersPerScript) yield hashes.slice(i, i + usersPerScript);
}
