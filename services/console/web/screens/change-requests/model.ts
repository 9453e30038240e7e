/** Change requests in words. Pure. */
import type { ChangeRequestSummary } from '../../api/types.ts';
import { ago, formatMoment } from '../../design/format-time.ts';

type Approvals = ChangeRequestSummary['environments'][number];

/** Returns the approvals in an environment: "1 of 2". */
export function describeApprovals({ required, approved_by: approvedBy }: Approvals): string {
  if (required === 0) return approvedBy.length === 0 ? 'None needed' : `${approvedBy.length}, none needed`;
  return `${approvedBy.length} of ${required}`;
}

/** Returns when a request is applied, or was, for a cell of the list. */
export function describeApplication({
  status,
  apply: { at, when_approved: isWhenApproved },
  applied_at: appliedAt,
  failure,
}: Pick<ChangeRequestSummary, 'status' | 'apply' | 'applied_at' | 'failure'>): string {
  if (appliedAt !== null) return `Applied ${ago(new Date(appliedAt))}`;
  if (status === 'closed') return 'Not applied';
  if (failure !== null) return `Failed ${ago(new Date(failure.at))}`;
  if (at !== null) return `${formatMoment(at)}${isWhenApproved ? ', or when approved' : ''}`;
  return isWhenApproved ? 'When approved' : 'By hand';
}
