import { pastUsers } from '@bunting/governance';
import { leastIdAt } from '@bunting/database';
import { tombstones } from '@bunting/datafile';
import { dayMs, removeOldest, type Retention } from '@bunting/retention';

export interface RetentionSettings {
  readonly AUDIT_RETENTION_DAYS: number | undefined;
  readonly EVENT_SUMMARY_RETENTION_DAYS: number | undefined;
}

/** What settings-api removes: of what it writes, and of what the one door for changes does. */
export function retentionsOf(settings: RetentionSettings): Retention[] {
  return [
    { rows: 'sessions', keepMs: 0, remove: removeOldest({ table: 'session', time: 'expires_at' }) },
    { rows: 'verifications', keepMs: 0, remove: removeOldest({ table: 'verification', time: 'expires_at' }) },
    {
      // Until then an invitation that nobody accepted is shown as one that has ended.
      rows: 'invitations',
      keepMs: 30 * dayMs,
      remove: removeOldest({ table: 'invitation', time: 'expires_at' }),
    },
    tombstones,
    pastUsers,
    {
      rows: 'audit_records',
      keepMs: daysOrEver(settings.AUDIT_RETENTION_DAYS),
      remove: removeOldest({ table: 'audit_record', time: 'id', boundOf: leastIdAt }),
    },
    {
      rows: 'event_summaries',
      keepMs: daysOrEver(settings.EVENT_SUMMARY_RETENTION_DAYS),
      remove: removeOldest({
        table: 'event_rollup',
        time: 'begins_at',
        where: `span <> 'ever'`,
        key: 'ctid',
      }),
    },
  ];
}

function daysOrEver(days: number | undefined): number | undefined {
  return days === undefined ? undefined : days * dayMs;
}
