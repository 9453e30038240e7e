import { pastUsers } from '@bunting/governance';
import { leastIdAt } from '@bunting/database';
import { tombstones } from '@bunting/datafile';
import { dayMs, removeOldest, type Retention } from '@bunting/retention';
import { evaluationRetentions } from './evaluation-counts/retentions.ts';

export interface RetentionSettings {
  readonly AUDIT_RETENTION_DAYS: number | undefined;
  readonly EVENT_SUMMARY_RETENTION_DAYS: number | undefined;
  readonly EVALUATION_COUNT_RETENTION_DAYS: number;
}

/** Returns the retentions of settings-api's rows: those that it writes itself, and those of `runChange`. */
export function createRetentions(settings: RetentionSettings): Retention[] {
  return [
    { rows: 'sessions', keepMs: 0, remove: removeOldest({ table: 'session', time: 'expires_at' }) },
    { rows: 'verifications', keepMs: 0, remove: removeOldest({ table: 'verification', time: 'expires_at' }) },
    {
      // Until then the list of members shows an invitation that nobody accepted as expired.
      rows: 'invitations',
      keepMs: 30 * dayMs,
      remove: removeOldest({ table: 'invitation', time: 'expires_at' }),
    },
    tombstones,
    pastUsers,
    {
      rows: 'audit_records',
      keepMs: daysToMs(settings.AUDIT_RETENTION_DAYS),
      remove: removeOldest({ table: 'audit_record', time: 'id', boundOf: leastIdAt }),
    },
    {
      // As long as the audit log tells of them.
      rows: 'change_requests',
      keepMs: daysToMs(settings.AUDIT_RETENTION_DAYS),
      remove: removeOldest({ table: 'change_request', time: 'updated_at', where: `status <> 'open'` }),
    },
    {
      rows: 'event_summaries',
      keepMs: daysToMs(settings.EVENT_SUMMARY_RETENTION_DAYS),
      remove: removeOldest({
        table: 'event_rollup',
        time: 'begins_at',
        where: `span <> 'ever'`,
        key: 'ctid',
      }),
    },
    ...evaluationRetentions(settings.EVALUATION_COUNT_RETENTION_DAYS * dayMs),
  ];
}

export function daysToMs(days: number | undefined): number | undefined {
  return days === undefined ? undefined : days * dayMs;
}
