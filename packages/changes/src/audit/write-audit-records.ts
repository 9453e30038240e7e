import { newId } from '@bunting/database';
import type { ChangeTransaction } from '../change-transaction.ts';
import { writeRows } from '../rows.ts';
import type { Table } from '../rows.ts';

const auditRecords = {
  name: 'audit_record',
  columns: {
    id: 'uuid',
    organisation_id: 'uuid',
    project_id: 'uuid',
    environment_id: 'uuid',
    feature_id: 'uuid',
    actor: 'text',
    source: 'text',
    action: 'text',
    subject: 'text',
    before: 'json',
    after: 'json',
    created_at: 'timestamptz',
  },
  key: ['id'],
} as const satisfies Table<string>;

/** Writes one audit record for each recorded change, in the order of the changes. */
export async function writeAuditRecords(transaction: ChangeTransaction): Promise<void> {
  const { client, actor, source, now, recorded } = transaction;
  await writeRows(
    client,
    auditRecords,
    recorded.map((change) => ({
      id: newId(),
      organisation_id: change.organisationId,
      project_id: change.projectId ?? null,
      environment_id: change.environmentId ?? null,
      feature_id: change.featureId ?? null,
      actor,
      source,
      action: change.action,
      subject: change.subject,
      before: change.before,
      after: change.after,
      created_at: now,
    })),
  );
}
