import type { Log } from './log.ts';
import type { MonthLedger } from './month-ledger.ts';

/** The users admitted without Redis, in the ledgers of all organisations: no more than `maxUsers`. */
export function createUnsettledMemory(options: { maxUsers: number; log: Log }) {
  const { maxUsers, log } = options;
  let users = 0;

  return {
    /** False when there is no room: the user is admitted, but will not be counted for this request. */
    add(ledger: MonthLedger, hash: string): boolean {
      if (ledger.unsettled.has(hash)) return true;
      if (users === maxUsers) return false;
      ledger.unsettled.add(hash);
      users++;
      if (users === maxUsers) log.warn({ maxUsers }, 'No more users can be remembered until Redis is back');
      return true;
    },
    remove(ledger: MonthLedger, hashes: readonly string[]): void {
      for (const hash of hashes) if (ledger.unsettled.delete(hash)) users--;
    },
    size: () => users,
  };
}
