import { newId } from '@bunting/database';
import type { ChangeTransaction } from './change-transaction.ts';
import { defineTable, writeRows } from './rows.ts';

const auditRecords = defineTable('audit_record', [
  'id',
  'organisation_id',
  'project_id',
  'environment_id',
  'feature_id',
  'actor',
  'source',
  'action',
  'subject',
  'before',
  'after',
  'change_id',
  'comment',
  'change_request',
  'created_at',
]);

/** Writes one audit record for each recorded change, in the order of the changes. */
export async function writeAuditRecords(transaction: ChangeTransaction): Promise<void> {
  const { client, actor, source, changeId, comment, changeRequest, now, recorded } = transaction;
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
      change_id: changeId,
      comment: comment ?? null,
      change_request: changeRequest ?? null,
      created_at: now,
    })),
  );
}
