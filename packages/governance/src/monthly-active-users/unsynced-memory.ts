import type { Log } from '@bunting/observability';
import type { MonthState } from './month-state.ts';

/** The users admitted without Redis, in the ledgers of all organisations. */
export interface UnsyncedMemory {
  /** False when there is no room: the user is admitted, but is not counted for this request. */
  add(ledger: MonthState, hash: string): boolean;
  remove(ledger: MonthState, hashes: readonly string[]): void;
  size(): number;
}

export function createUnsyncedMemory(options: { maxUsers: number; log: Log }): UnsyncedMemory {
  const { maxUsers, log } = options;
  let users = 0;

  return {
    add(ledger, hash) {
      if (ledger.unsynced.has(hash)) return true;
      if (users === maxUsers) return false;
      ledger.unsynced.add(hash);
      users++;
      if (users === maxUsers) log.warn({ maxUsers }, 'No more users can be remembered until Redis is back');
      return true;
    },
    remove(ledger, hashes) {
      for (const hash of hashes) if (ledger.unsynced.delete(hash)) users--;
    },
    size: () => users,
  };
}
