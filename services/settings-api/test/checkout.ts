/** The feature `checkout` of Acme, for tests that change what it serves and begin anew with each. */
import { applyDocument } from '@bunting/bootstrap';
import { organisations, withoutPasswords } from './organisations.ts';
import type { RunningApp } from './running-app.ts';

export const production = '/features/checkout/environments/production';
export const staging = '/features/checkout/environments/staging';

export const everyone = { name: 'Everyone', any_of: [], serve: { variation: 'one-page' } };

/** Restores it as it is in the document, without records. */
export async function restoreOrganisations({ pool, redis }: RunningApp): Promise<void> {
  await applyDocument({ pool, redis }, { ...withoutPasswords(organisations), prune: true });
  await pool.query('DELETE FROM audit_record');
}

export interface AuditRecord {
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}

export async function readAuditRecords({ pool }: RunningApp): Promise<AuditRecord[]> {
  const statement = 'SELECT action, subject, before, after FROM audit_record ORDER BY id';
  return (await pool.query<AuditRecord>(statement)).rows;
}
