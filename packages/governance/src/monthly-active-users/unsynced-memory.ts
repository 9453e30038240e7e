import type { Log } from '@bunting/observability';
import type { MonthLedger } from './month-state.ts';

/** The users admitted without Redis, in the ledgers of all organisations. */
export interface UnsettledMemory {
  /** False when there is no room: the user is admitted, but is not counted for this request. */
  add(ledger: MonthLedger, hash: string): boolean;
  remove(ledger: MonthLedger, hashes: readonly string[]): void;
  size(): number;
}

export function createUnsettledMemory(options: { maxUsers: number; log: Log }): UnsettledMemory {
  const { maxUsers, log } = options;
  let users = 0;

  return {
    add(ledger, hash) {
      if (ledger.unsettled.has(hash)) return true;
      if (users === maxUsers) return false;
      ledger.unsettled.add(hash);
      users++;
      if (users === maxUsers) log.warn({ maxUsers }, 'No more users can be remembered until Redis is back');
      return true;
    },
    remove(ledger, hashes) {
      for (const hash of hashes) if (ledger.unsettled.delete(hash)) users--;
    },
    size: () => users,
  };
}
