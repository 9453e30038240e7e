import { readBody, settings } from './client.ts';
import { ApiError } from './api-error.ts';

const auditLog = '/settings/v1/organisations/{org}/audit-log';

/** Reverts a whole change. Throws an ApiError whose details list conflicts with later changes. */
export async function revertChange({ org, id }: { org: string; id: string }): Promise<void> {
  const { items } = await readBody(
    settings.GET(auditLog, { params: { path: { org }, query: { change_id: id, limit: 1 } } }),
  );
  const [record] = items;
  if (record === undefined) throw new ApiError('This change is no longer in the audit log.', { status: 404 });
  await readBody(
    settings.POST(`${auditLog}/{id}/revert`, { params: { path: { org, id: record.id } }, body: {} }),
  );
}
