import { dayMs, removeOldest, type Retention } from '@bunting/retention';

/**
 * Returns the retention of stale references. The contract keeps them (§3.2): they are removed only if the operator
 * sets a number of days.
 */
export function createRetentions(days: number | undefined): Retention[] {
  return [
    {
      rows: 'stale_code_references',
      keepMs: days === undefined ? undefined : days * dayMs,
      remove: removeOldest({ table: 'code_reference', time: 'last_seen_at', where: `state = 'stale'` }),
    },
  ];
}
