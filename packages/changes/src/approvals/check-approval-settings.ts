import { memberPath, ProblemsFound } from '@bunting/definitions/checks';
import type { Change, ChangeTransaction } from '../change-transaction.ts';
import { TooFewApprovers } from './approval-errors.ts';
import type { GuardedEnvironment } from './guarded-environment.ts';

/**
 * Refuses approvals that nobody could give. Throws `ProblemsFound` where the environment is not protected, and `TooFewApprovers` unless
 * the organisation has one member more than are required whose approval counts: authors do not approve their own changes. Bootstrap
 * documents are exempt from the latter, because people may join later.
 */
export async function checkApprovalSettings(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  changes: readonly Change<GuardedEnvironment>[],
  getPath: (slug: string) => string,
): Promise<void> {
  for (const { before, after } of changes) {
    if (after === undefined || after.requiredApprovals === 0) continue;
    if (!after.protected) {
      const path = memberPath(getPath(after.slug), 'required_approvals');
      throw new ProblemsFound([{ path, message: 'needs "protected": true' }]);
    }
    const isStricter =
      before === undefined ||
      after.requiredApprovals > before.requiredApprovals ||
      after.approvers !== before.approvers;
    if (!isStricter || transaction.source === 'bootstrap') continue;
    const eligible = await countApprovers(transaction, organisation, after);
    if (eligible <= after.requiredApprovals) throw new TooFewApprovers(after, eligible);
  }
}

async function countApprovers(
  { client }: ChangeTransaction,
  organisation: { readonly id: string },
  { approvers }: GuardedEnvironment,
): Promise<number> {
  const roles = approvers === 'member' ? ['member', 'admin', 'owner'] : ['admin', 'owner'];
  const { rows } = await client.query<{ eligible: number }>(
    'SELECT count(*)::int AS eligible FROM member WHERE organisation_id = $1 AND role = ANY($2)',
    [organisation.id, roles],
  );
  return rows[0]!.eligible;
}
