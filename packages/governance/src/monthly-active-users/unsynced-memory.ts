import type { Log } from '@bunting/observability';
import type { MonthState } from './month-state.ts';

/** Limits the number of users admitted without Redis, over all organisations. */
export interface UnsyncedMemory {
  /** Adds a user. Returns false when there is no room: the user is admitted, but not counted for this request. */
  add(month: MonthState, hash: string): boolean;
  remove(month: MonthState, hashes: readonly string[]): void;
  size(): number;
}

export function createUnsyncedMemory(options: { maxUsers: number; log: Log }): UnsyncedMemory {
  const { maxUsers, log } = options;
  let users = 0;

  return {
    add(month, hash) {
      if (month.unsynced.has(hash)) return true;
      if (users === maxUsers) return false;
      month.unsynced.add(hash);
      users += 1;
      if (users === maxUsers) log.warn({ maxUsers }, "Can't remember more users until Redis is back");
      return true;
    },
    remove(month, hashes) {
      for (const hash of hashes) if (month.unsynced.delete(hash)) users -= 1;
    },
    size: () => users,
  };
}
