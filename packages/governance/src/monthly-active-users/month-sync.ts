import type { ResilientRedis } from '@bunting/redis';
import type { CountedUsers } from './counted-users.ts';
import { readUserCount } from './count-monthly-active-users.ts';
import { noteGeneration, openMonthState, type MonthState } from './month-state.ts';
import type { PendingUsers } from './pending-users.ts';
import type { MonthRestorer } from './restore-month.ts';

/** Synchronises the state of an organisation's months in this process with Redis. */
export interface MonthSync {
  /** Returns the month that requests count for. */
  current(): MonthState;
  /** Opens the next month when the current one is over. */
  turnMonth(): void;
  /**
   * Returns whether Redis is usable; false also when only the node of a cluster that has this organisation's keys
   * does not answer.
   */
  isRedisUsable(): boolean;
  /**
   * Returns the number of users of the current month; undefined = Redis is down, or lacks users that this process has admitted.
   */
  countUsers(): Promise<number | undefined>;
  /** Redis has answered with the generation of a month; '' = it does not have the whole month. */
  onGeneration(month: MonthState, generation: string): void;
  /** Notes that a request to Redis has failed. */
  onFailure(month: MonthState): void;
  /**
   * Redis is usable (again): counts the users that this process admitted without it, and makes sure that Redis has lost
   * nothing.
   */
  catchUp(): void;
}

export interface MonthSyncDependencies {
  readonly redis: ResilientRedis;
  readonly restorer: MonthRestorer;
  readonly pending: PendingUsers;
  readonly openCountedUsers: () => CountedUsers;
  readonly now: () => number;
}

/** @param onLost Redis does not have the whole month: it must be restored */
export function createMonthSync(
  organisationId: string,
  dependencies: MonthSyncDependencies,
  onLost: (month: MonthState) => void,
): MonthSync {
  const { redis, restorer, pending, openCountedUsers, now } = dependencies;
  let current = openMonthState(organisationId, now(), openCountedUsers());
  let previous: MonthState | undefined;
  let isNodeAway = false;

  function syncUsers(state: MonthState): void {
    if (state.unsynced.size === 0) return;
    void restorer.syncUsers(state).then(() => pending.mark(organisationId, state.month));
  }

  function resolveChange(state: MonthState, generation: string): void {
    switch (noteGeneration(state, generation)) {
      case 'none':
        return;
      case 'lost':
        return onLost(state);
      case 'first':
        return void restorer.verify(state);
      case 'rebuilt':
        return void restorer.recount(state);
      case 'users forgotten':
        // Users who are still active are counted again.
        state.counted.forget();
        state.counted = openCountedUsers();
    }
  }

  const isRedisUsable = () => !isNodeAway && redis.isUsable();

  return {
    current: () => current,
    turnMonth() {
      if (now() < current.month.endsAt) return;
      current.counted.forget();
      previous = current;
      current = openMonthState(organisationId, now(), openCountedUsers());
    },
    isRedisUsable,
    async countUsers() {
      const state = current;
      if (!isRedisUsable()) return undefined;
      const count = await readUserCount(redis, state.key).catch(() => undefined);
      return state.unsynced.size === 0 ? count : undefined;
    },
    onGeneration(state, generation) {
      resolveChange(state, generation);
      syncUsers(state);
    },
    onFailure(state) {
      if (isNodeAway || !redis.isUsable()) return;
      isNodeAway = true;
      const onAnswer = () => {
        isNodeAway = false;
        syncUsers(state);
      };
      // It retries until the node answers, so that requests do not have to. The new primary may lack the latest users.
      void restorer.verify(state, onAnswer).then(() => (isNodeAway = false));
    },
    catchUp() {
      if (previous) syncUsers(previous);
      syncUsers(current);
      if (current.generation !== undefined) void restorer.verify(current);
    },
  };
}
